package dev.trainwright.app.command;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A Slurm of this machine alone: one controller, and a slurmd for each node, whose names are loopback addresses, so that they can be looked up like those of a cluster. Without munge,
 * and without control groups.
 */
final class Slurm implements AutoCloseable {
    private static final int NODES = 2;

    private final Path directory;
    private final List<Process> daemons = new ArrayList<>();

    private Slurm(Path directory) {
        this.directory = directory;
    }

    /** Whether Slurm's programs are installed, and this user may start daemons of it. */
    static boolean installed() {
        List<Path> path = Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .map(Path::of)
                .toList();
        return "root".equals(System.getProperty("user.name"))
                && Stream.of("slurmctld", "slurmd", "sbatch", "srun", "scontrol")
                        .allMatch(program -> path.stream().anyMatch(p -> Files.isExecutable(p.resolve(program))));
    }

    /** Starts it, its files in {@code directory}, and waits until its nodes are up. */
    static Slurm start(Path directory) throws IOException, InterruptedException {
        Slurm slurm = new Slurm(directory);
        Files.createDirectories(directory.resolve("state"));
        String host = InetAddress.getLocalHost().getHostName().replaceFirst("\\..*", "");
        StringBuilder configuration = new StringBuilder("""
                ClusterName=trainwright
                SlurmctldHost=%2$s(127.0.0.1)
                SlurmctldPort=%3$d
                SlurmUser=root
                AuthType=auth/none
                CredType=cred/none
                StateSaveLocation=%1$s/state
                SlurmdSpoolDir=%1$s/%%n
                SlurmctldPidFile=%1$s/slurmctld.pid
                SlurmdPidFile=%1$s/slurmd-%%n.pid
                ProctrackType=proctrack/linuxproc
                TaskPlugin=task/none
                SwitchType=switch/none
                MpiDefault=none
                SlurmdParameters=config_overrides
                SelectType=select/cons_tres
                SelectTypeParameters=CR_CPU
                """.formatted(directory, host, freePort()));
        for (int node = 1; node <= NODES; node++) {
            configuration.append("NodeName=127.0.0.%d NodeHostname=%s NodeAddr=127.0.0.1 Port=%d CPUs=2 State=UNKNOWN%n"
                    .formatted(node, host, freePort()));
        }
        configuration.append("PartitionName=all Nodes=ALL Default=YES State=UP\n");
        Files.writeString(directory.resolve("slurm.conf"), configuration);
        Files.writeString(directory.resolve("cgroup.conf"), "CgroupPlugin=cgroup/v1\n");
        slurm.daemon("slurmctld", "-D");
        IntStream.rangeClosed(1, NODES).forEach(node -> slurm.daemon("slurmd", "-D", "-N", "127.0.0." + node));
        long end = System.nanoTime() + 60_000_000_000L;
        while (slurm.run(Map.of(), "sinfo", "-h", "-N", "-t", "idle", "-o", "%N")
                        .lines()
                        .count()
                < NODES) {
            if (System.nanoTime() > end || !slurm.daemons.stream().allMatch(Process::isAlive)) {
                slurm.close();
                throw new IOException("Slurm did not come up:\n" + slurm.said());
            }
        }
        return slurm;
    }

    /** What {@code command} says. */
    String run(Map<String, String> environment, String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("SLURM_CONF", directory.resolve("slurm.conf").toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    private void daemon(String... command) {
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(
                            directory.resolve("daemon-" + daemons.size()).toFile());
            builder.environment()
                    .put("SLURM_CONF", directory.resolve("slurm.conf").toString());
            daemons.add(builder.start());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private String said() throws IOException {
        StringBuilder said = new StringBuilder();
        for (int i = 0; i < daemons.size(); i++) {
            said.append(Files.readString(directory.resolve("daemon-" + i)));
        }
        return said.toString();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        daemons.forEach(Process::destroy);
        daemons.forEach(daemon -> daemon.onExit().join());
    }
}

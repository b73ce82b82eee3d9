package dev.trainwright.train.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Starts N processes of one command on this machine, with the variables of torchrun's convention. Their output is merged line by line behind the rank; the first
 * failure stops all. Each child holds a pipe from this process ({@link ParentWatch}): when this process dies, however, they end too.
 */
public final class LocalLauncher {
    private static final long GRACE_SECONDS = 5;
    private static final int LAST_LINES = 12;

    /** Exit codes above this say which signal ended a process. */
    private static final int SIGNALLED = 128;

    /** Tensors are not in Java's heap: a young generation of the default size, a 200th of the machine's memory, would be filled with garbage before it is ever swept. */
    private static final String YOUNG_HEAP = "-Xmn16m";

    /**
     * What glibc's malloc (mallopt(3)) is told where nobody has told it otherwise: blocks up to its own greatest threshold come from memory that it keeps, so that a step finds the pages
     * of the step before. Asked for anew, each page of 4 kB takes the kernel about a microsecond: 2 to 5 % of a step.
     */
    private static final Map<String, String> KEPT_MEMORY = Map.of(
            "MALLOC_MMAP_THRESHOLD_", Long.toString(32L << 20), "MALLOC_TRIM_THRESHOLD_", Long.toString(4L << 30));

    /**
     * What the resolver (resolv.conf(5)) is told where nobody has told it otherwise: c10d asks for the name of either end of every connection to the store, which is 127.0.0.1 here, and all
     * ranks would wait five seconds for an answer that is lost.
     */
    private static final Map<String, String> SHORT_LOOKUPS = Map.of("RES_OPTIONS", "timeout:1 attempts:1");

    /** Gloo writes this to standard output for every group. */
    private static final String GLOO_CHATTER = "[Gloo] Rank ";

    /** Lines of a native stack. A native thread may write one after the rank's own sentence, which they must not push out of its last lines. */
    private static final Pattern NATIVE_STACK =
            Pattern.compile("\\s*(frame #\\d+: .*|Exception raised from .*\\(most recent call first\\):|)");

    private LocalLauncher() {}

    /**
     * What to start.
     *
     * @param command of one process
     * @param processes how many
     * @param threads compute threads of each
     * @param environment added to this process's own
     * @param output takes each line, behind {@code [rank] } when there are several processes
     * @param started told of each process as it starts
     */
    public record Spec(
            List<String> command,
            int processes,
            int threads,
            Map<String, String> environment,
            Consumer<String> output,
            Consumer<Child> started) {
        public Spec {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
        }

        /** {@code processes} of {@code main} on this program's class path, one thread each, their lines printed. */
        public static Spec of(Class<?> main, int processes) {
            return new Spec(java(main, List.of()), processes, 1, Map.of(), System.out::println, child -> {});
        }
    }

    /** A process of the job. */
    public record Child(int rank, ProcessHandle process) {}

    /**
     * How it ended.
     *
     * @param failedRank the rank that failed first, -1 when all ended well
     * @param exitCode its exit code; 128 + n when signal n ended it
     * @param lastLines what it said last
     */
    public record Outcome(int failedRank, int exitCode, List<String> lastLines) {
        public Outcome {
            lastLines = List.copyOf(lastLines);
        }

        /** Whether every process ended with 0. */
        public boolean ok() {
            return failedRank < 0;
        }

        /** Whether it was asked to stop, by SIGINT or SIGTERM. */
        public boolean stopped() {
            return exitCode == SIGNALLED + 2 || exitCode == StopSignal.EXIT_CODE;
        }

        /** One sentence, and the failed rank's last lines. */
        public String cause() {
            String how = stopped()
                    ? "was asked to stop"
                    : exitCode > SIGNALLED
                            ? "was ended by signal " + (exitCode - SIGNALLED)
                            : "ended with exit code " + exitCode;
            return "rank " + failedRank + " " + how
                    + (lastLines.isEmpty() ? "" : ":\n  " + String.join("\n  ", lastLines));
        }
    }

    private record Ended(int rank, int exitCode) {}

    private record Running(int rank, Process process, Thread reader, Deque<String> lastLines) {}

    /** Runs all processes to their end. Asked to stop itself, it passes that on. */
    public static Outcome run(Spec spec) {
        int port = freePort();
        List<Running> running = new ArrayList<>();
        BlockingQueue<Ended> ended = new LinkedBlockingQueue<>();
        try (Children children = new Children()) {
            try {
                for (int rank = 0; rank < spec.processes(); rank++) {
                    running.add(start(spec, rank, port, ended, children));
                }
                for (int left = spec.processes(); left > 0; left--) {
                    Ended end = ended.take();
                    if (end.exitCode() != 0) {
                        Outcome outcome = outcome(running, first(end, ended));
                        if (outcome.stopped()) {
                            children.stop();
                        }
                        return outcome;
                    }
                }
                for (Running child : running) {
                    child.reader().join();
                }
                return new Outcome(-1, 0, List.of());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return new Outcome(0, 130, List.of("interrupted"));
            } finally {
                children.kill();
            }
        }
    }

    /**
     * Runs {@code command} as one process that says itself who it is, with this process's environment and output, and returns its exit code. Asked to stop, this process passes that
     * on; when it dies, so does the other.
     */
    public static int attached(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put(ParentWatch.VARIABLE, ParentWatch.ATTACHED);
        try (Children children = new Children()) {
            Process process = builder.start();
            children.add(process);
            return process.waitFor();
        }
    }

    /** Of those that have ended by now the one that a signal ended, as the others may only have missed it. */
    private static Ended first(Ended end, BlockingQueue<Ended> ended) {
        Ended first = end;
        for (Ended other = ended.poll(); other != null; other = ended.poll()) {
            if (first.exitCode() < SIGNALLED && other.exitCode() > SIGNALLED) {
                first = other;
            }
        }
        return first;
    }

    private static Outcome outcome(List<Running> running, Ended end) throws InterruptedException {
        Running failed = running.get(end.rank());
        failed.reader().join(TimeUnit.SECONDS.toMillis(GRACE_SECONDS));
        synchronized (failed.lastLines()) {
            return new Outcome(end.rank(), end.exitCode(), List.copyOf(failed.lastLines()));
        }
    }

    /** The command that runs {@code main} in a new JVM, on this one's class path. */
    public static List<String> java(Class<?> main, List<String> arguments) {
        return java(System.getProperty("java.class.path"), main.getName(), arguments);
    }

    /** The command that runs {@code main} in a new JVM. */
    public static List<String> java(String classPath, String main, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                classPath,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                YOUNG_HEAP,
                main));
        command.addAll(arguments);
        return command;
    }

    private static Running start(Spec spec, int rank, int port, BlockingQueue<Ended> ended, Children children) {
        ProcessBuilder builder = new ProcessBuilder(spec.command()).redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        String threads = Integer.toString(spec.threads());
        KEPT_MEMORY.forEach(environment::putIfAbsent);
        SHORT_LOOKUPS.forEach(environment::putIfAbsent);
        environment.put("OMP_NUM_THREADS", threads);
        environment.put("OPENBLAS_NUM_THREADS", threads);
        environment.put("RANK", Integer.toString(rank));
        environment.put("WORLD_SIZE", Integer.toString(spec.processes()));
        environment.put("LOCAL_RANK", Integer.toString(rank));
        environment.put("LOCAL_WORLD_SIZE", Integer.toString(spec.processes()));
        environment.put("MASTER_ADDR", "127.0.0.1");
        environment.put("MASTER_PORT", Integer.toString(port));
        environment.put(ParentWatch.VARIABLE, ParentWatch.LAUNCHED);
        environment.putAll(spec.environment());
        try {
            Process process = builder.start();
            children.add(process);
            Deque<String> lastLines = new ArrayDeque<>();
            Thread reader = new Thread(() -> read(process, rank, spec, lastLines), "output of rank " + rank);
            reader.setDaemon(true);
            reader.start();
            var unused = process.onExit().thenAccept(p -> ended.add(new Ended(rank, p.exitValue())));
            spec.started().accept(new Child(rank, process.toHandle()));
            return new Running(rank, process, reader, lastLines);
        } catch (IOException e) {
            throw new UncheckedIOException("rank " + rank + " cannot be started: " + e.getMessage(), e);
        }
    }

    private static void read(Process process, int rank, Spec spec, Deque<String> lastLines) {
        String prefix = spec.processes() == 1 ? "" : "[" + rank + "] ";
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(GLOO_CHATTER)) {
                    continue;
                }
                if (!NATIVE_STACK.matcher(line).matches()) {
                    synchronized (lastLines) {
                        lastLines.addLast(line);
                        if (lastLines.size() > LAST_LINES) {
                            lastLines.removeFirst();
                        }
                    }
                }
                spec.output().accept(prefix + line);
            }
        } catch (IOException e) {
            spec.output().accept(prefix + "(its output broke off: " + e.getMessage() + ")");
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no port is free on this machine", e);
        }
    }
}

package dev.trainwright.train.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One machine as several: a network namespace for each node, joined by a bridge, with every port shaped to a rate each way by a token bucket filter. Needs Linux with iproute2 and
 * the right to administer networks (root, CAP_NET_ADMIN).
 */
public final class Namespaces implements AutoCloseable {
    /**
     * A port saves up what its rate gives in this time. The kernel's timer that lets packets go comes late when cores are busy, by some of their time slices, and what no longer
     * can be saved is lost: with two cores at work 64 kB at 1 Gbit/s pass 75 MB/s each way, 500 kB 119.
     */
    private static final double SAVED_SECONDS = 4e-3;

    /** Room for the kernel's largest segment, 64 kB and a header: what is larger than this is cut into single packets. */
    private static final double LEAST_BURST_BYTES = 128 * 1024;

    /** How long a packet may queue before it is dropped, which TCP is left to do by itself. */
    private static final String QUEUE = "50ms";

    private final String name = "tw" + ProcessHandle.current().pid() + "-";
    private final List<String> made = new ArrayList<>();
    private final int ranksPerNode;

    private Namespaces(int ranksPerNode) {
        this.ranksPerNode = ranksPerNode;
    }

    /**
     * Joins {@code nodes}.
     *
     * @param bytesPerSecond of each port, each way, Ethernet's and TCP's headers counted
     * @throws UnsupportedOperationException where this machine does not have it; says what was refused
     */
    public static Namespaces open(int nodes, int ranksPerNode, double bytesPerSecond) {
        Namespaces all = new Namespaces(ranksPerNode);
        try {
            all.make(nodes, bytesPerSecond);
            return all;
        } catch (RuntimeException e) {
            all.close();
            throw e;
        }
    }

    private void make(int nodes, double bytesPerSecond) {
        String bridge = space("b");
        ip("-n", bridge, "link", "add", "bridge", "type", "bridge");
        ip("-n", bridge, "link", "set", "bridge", "up");
        for (int node = 0; node < nodes; node++) {
            String space = space(Integer.toString(node));
            String port = "port" + node;
            ip("-n", bridge, "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", space);
            ip("-n", bridge, "link", "set", port, "master", "bridge", "up");
            ip("-n", space, "addr", "add", address(node) + "/24", "dev", "eth0");
            ip("-n", space, "link", "set", "eth0", "up");
            ip("-n", space, "link", "set", "lo", "up");
            shape(space, "eth0", bytesPerSecond);
            shape(bridge, port, bytesPerSecond);
        }
    }

    private String space(String suffix) {
        ip("netns", "add", name + suffix);
        made.add(name + suffix);
        return name + suffix;
    }

    private static void shape(String space, String device, double bytesPerSecond) {
        String rate = String.format(Locale.ROOT, "%.0fbit", 8 * bytesPerSecond);
        String burst = String.format(Locale.ROOT, "%.0fb", Math.max(LEAST_BURST_BYTES, SAVED_SECONDS * bytesPerSecond));
        run(
                "tc", "-n", space, "qdisc", "add", "dev", device, "root", "tbf", "rate", rate, "burst", burst,
                "latency", QUEUE);
    }

    private static String address(int node) {
        return "10.213.0." + (node + 1);
    }

    /** {@code command} in the namespace of the node of the rank that {@code RANK} says. */
    public List<String> command(List<String> command) {
        List<String> inside = new ArrayList<>(
                List.of("sh", "-c", "exec ip netns exec " + name + "$((RANK / " + ranksPerNode + ")) \"$@\"", "sh"));
        inside.addAll(command);
        return inside;
    }

    /** Variables of every rank. */
    public Map<String, String> environment() {
        return Map.of("MASTER_ADDR", address(0));
    }

    /** Takes all of it away. */
    @Override
    public void close() {
        made.forEach(space -> ip("netns", "del", space));
        made.clear();
    }

    private static void ip(String... words) {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(words));
        run(command.toArray(String[]::new));
    }

    private static void run(String... command) {
        String said;
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (process.waitFor() == 0) {
                return;
            }
        } catch (IOException e) {
            said = e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("interrupted", e));
        }
        throw new UnsupportedOperationException(
                "links of a given rate need network namespaces and tc (Linux, iproute2, root): "
                        + String.join(" ", command) + ": " + said);
    }
}

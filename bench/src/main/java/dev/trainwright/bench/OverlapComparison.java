package dev.trainwright.bench;

import dev.trainwright.train.launch.LocalLauncher;
import dev.trainwright.train.launch.Namespaces;
import java.util.Arrays;
import java.util.List;

/**
 * What of the gradients' reduction shows over a network of 1 Gbit/s, with and without overlap: two nodes in network namespaces step the same model in turns overlapped, not
 * overlapped, and alone. The time above a step alone is exposed; its ratio is that of overlapped to not overlapped. Argument: rounds. Needs root and iproute2.
 */
public final class OverlapComparison {
    private static final double BYTES_PER_SECOND = 1e9 / 8;
    private static final String PRINTED = "[0] seconds ";

    private OverlapComparison() {}

    public static void main(String[] arguments) {
        try (Namespaces nodes = Namespaces.open(2, 1, BYTES_PER_SECOND)) {
            Ratios waited = new Ratios("waiting for gradients, overlapped over not overlapped");
            Ratios whole = new Ratios("step's time above one alone, overlapped over not overlapped");
            for (String line : Ranks.run(
                    nodes.command(LocalLauncher.java(OverlapRank.class, List.of(arguments[0]))), nodes.environment())) {
                if (line.startsWith(PRINTED)) {
                    double[] seconds = Arrays.stream(
                                    line.substring(PRINTED.length()).split(" ", -1))
                            .mapToDouble(Double::parseDouble)
                            .toArray();
                    System.out.printf(
                            "overlapped %.3f s, of which waiting %.3f; not overlapped %.3f, %.3f; alone %.3f%n",
                            seconds[0], seconds[1], seconds[2], seconds[3], seconds[4]);
                    waited.add(seconds[1] / seconds[3]);
                    whole.add((seconds[0] - seconds[4]) / (seconds[2] - seconds[4]));
                }
            }
            waited.print();
            whole.print();
        }
    }
}

package dev.trainwright.bench;

import dev.trainwright.train.launch.LocalLauncher;
import dev.trainwright.train.launch.Namespaces;
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
            Ratios ratios = new Ratios("exposed communication, overlapped over not overlapped");
            for (String line : Ranks.run(
                    nodes.command(LocalLauncher.java(OverlapRank.class, List.of(arguments[0]))), nodes.environment())) {
                if (line.startsWith(PRINTED)) {
                    String[] words = line.substring(PRINTED.length()).split(" ", -1);
                    double alone = Double.parseDouble(words[2]);
                    System.out.printf(
                            "step overlapped %s s, not overlapped %s s, alone %s s%n", words[0], words[1], words[2]);
                    ratios.add((Double.parseDouble(words[0]) - alone) / (Double.parseDouble(words[1]) - alone));
                }
            }
            ratios.print();
        }
    }
}

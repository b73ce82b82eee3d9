package dev.trainwright.bench;

import dev.trainwright.train.launch.LocalLauncher;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Two processes of one command. */
final class Ranks {
    /** Those behind which caches are warm and connections open. */
    static final int WARMUP = 5;

    private static final String PRINTED = "[0] seconds ";

    private Ranks() {}

    /** The seconds that rank 0 prints, a line each, without the first {@link #WARMUP}. */
    static double[] seconds(List<String> command) {
        return run(command, Map.of()).stream()
                .filter(line -> line.startsWith(PRINTED))
                .skip(WARMUP)
                .mapToDouble(line -> Double.parseDouble(line.substring(PRINTED.length())))
                .toArray();
    }

    /** All lines that they print. OpenBLAS takes the same kernels in all of them. */
    static List<String> run(List<String> command, Map<String, String> environment) {
        List<String> lines = new ArrayList<>();
        Map<String, String> all = new java.util.HashMap<>(environment);
        all.put("OPENBLAS_CORETYPE", "SKYLAKEX");
        LocalLauncher.Outcome outcome = LocalLauncher.run(new LocalLauncher.Spec(
                command,
                2,
                1,
                all,
                line -> {
                    synchronized (lines) {
                        lines.add(line);
                    }
                },
                child -> {}));
        if (!outcome.ok()) {
            throw new IllegalStateException(outcome.cause());
        }
        return lines;
    }
}

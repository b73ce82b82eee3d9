package dev.trainwright.app.command;

import dev.trainwright.app.verify.Measured;
import dev.trainwright.forecast.Forecast;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs a job for as many steps as make a median, again where other work disturbed it. */
final class VerifyRun {
    private static final long FEWEST_STEPS = 25;
    private static final long MOST_STEPS = 400;

    /** Long enough for the machine's own clock of busy time, see {@code Quiet}. */
    private static final double SECONDS = 5;

    private VerifyRun() {}

    /** Steps that take about {@link #SECONDS}, within bounds. */
    static long steps(Forecast forecast) {
        return Math.max(FEWEST_STEPS, Math.min(MOST_STEPS, Math.round(SECONDS / forecast.iterationSeconds())));
    }

    /**
     * What the run measured; of up to {@code tries} the first undisturbed one, else that with fewest steps disturbed.
     *
     * @return null where the run failed, which {@code err} then says
     */
    static @Nullable Measured measure(
            String file,
            TrainOptions options,
            int threads,
            int ranks,
            int workers,
            long steps,
            int tries,
            PrintWriter err)
            throws IOException {
        Measured best = null;
        for (int tried = 0; tried < tries && (best == null || !best.quiet()); tried++) {
            Path folder = Files.createTempDirectory("trainwright");
            try {
                String metrics = folder.resolve("{rank}.jsonl").toString();
                int code = TrainCommand.run(options.of(file, ranks, threads, steps, metrics), ranks, 0, err, err);
                if (code != ExitCode.OK) {
                    return null;
                }
                List<Path> files = new ArrayList<>();
                for (int rank = 0; rank < workers; rank++) {
                    files.add(folder.resolve(rank + ".jsonl"));
                }
                Measured found = Measured.read(files, Runtime.getRuntime().availableProcessors());
                best = best == null || found.disturbed() < best.disturbed() ? found : best;
            } finally {
                delete(folder);
            }
        }
        return best;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}

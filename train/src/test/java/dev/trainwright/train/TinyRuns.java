package dev.trainwright.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.train.checkpoint.Checkpoints;
import dev.trainwright.train.checkpoint.TrainingState;
import dev.trainwright.train.engine.Engine;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.launch.LocalLauncher;
import dev.trainwright.train.launch.Restarts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Starts {@link TinyRun}s as real processes and reads what they leave. */
final class TinyRuns {
    /** What a run left. */
    record Left(List<Double> losses, Map<String, double[]> weights) {}

    private TinyRuns() {}

    static Left run(Path out, int processes, String... options) throws IOException {
        LocalLauncher.Outcome outcome = launch(out, processes, 0, new Watch(), options);
        assertThat(outcome.ok()).as(outcome.cause()).isTrue();
        return left(out);
    }

    /** Runs processes that are expected to end well. */
    static void complete(int processes, List<String> arguments) {
        complete(processes, arguments, Map.of());
    }

    /** The same with variables of their own. */
    static void complete(int processes, List<String> arguments, Map<String, String> environment) {
        LocalLauncher.Outcome outcome = launch(processes, 0, new Watch(), arguments, environment);
        assertThat(outcome.ok()).as(outcome.cause()).isTrue();
    }

    /** Starts and waits, with restarts; output lines go to {@code lines}. */
    static LocalLauncher.Outcome launch(Path out, int processes, int restarts, Watch watch, String... options)
            throws IOException {
        Files.createDirectories(out);
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.add("out=" + out);
        return launch(processes, restarts, watch, arguments, Map.of());
    }

    private static LocalLauncher.Outcome launch(
            int processes, int restarts, Watch watch, List<String> arguments, Map<String, String> environment) {
        return Restarts.run(
                new LocalLauncher.Spec(
                        LocalLauncher.java(TinyRun.class, arguments),
                        processes,
                        1,
                        environment,
                        watch::line,
                        watch::started),
                restarts);
    }

    /** Sees the lines and the processes of a run. */
    static class Watch {
        final ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();

        void line(String line) {
            lines.add(line);
        }

        void started(LocalLauncher.Child child) {}
    }

    static Left left(Path out) throws IOException {
        List<Double> losses = Files.readAllLines(out.resolve("losses-0")).stream()
                .map(line -> Double.valueOf(line.split(" ", -1)[1]))
                .toList();
        Engine.start(1);
        Map<String, double[]> weights = new TreeMap<>();
        Tensors.scope(
                () -> TrainingState.weights(new Checkpoints(out, 3).newest().orElseThrow())
                        .forEach((name, tensor) -> weights.put(name, Tensors.doubles(tensor))));
        return new Left(losses, weights);
    }

    /** The largest difference of any weight. */
    static double difference(Left a, Left b) {
        assertThat(b.weights().keySet()).isEqualTo(a.weights().keySet()).isNotEmpty();
        double worst = 0;
        for (Map.Entry<String, double[]> entry : a.weights().entrySet()) {
            double[] other = java.util.Objects.requireNonNull(b.weights().get(entry.getKey()));
            assertThat(other).hasSameSizeAs(entry.getValue());
            for (int i = 0; i < other.length; i++) {
                worst = Math.max(worst, Math.abs(other[i] - entry.getValue()[i]));
            }
        }
        return worst;
    }
}

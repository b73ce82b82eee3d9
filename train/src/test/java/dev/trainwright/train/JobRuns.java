package dev.trainwright.train;

import dev.trainwright.train.checkpoint.Checkpoints;
import dev.trainwright.train.checkpoint.TrainingState;
import dev.trainwright.train.data.Tokenizer;
import dev.trainwright.train.engine.Engine;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.launch.LocalLauncher;
import dev.trainwright.train.launch.Restarts;
import dev.trainwright.train.run.RunOptions;
import dev.trainwright.train.run.TrainRank;
import dev.trainwright.train.trainer.Schedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Trains a small GPT by job file, as {@code trainwright train} does: real processes of {@link TrainRank}. */
final class JobRuns {
    private JobRuns() {}

    /**
     * Writes the job file.
     *
     * @param layout in the words of a job file, such as {@code dp: 2, microBatch: 2}
     */
    static Path job(Path directory, int devices, String layout) throws IOException {
        return job(directory, "layers: 2, hidden: 32, heads: 2, vocab: 64", devices, layout);
    }

    static Path job(Path directory, String model, int devices, String layout) throws IOException {
        return Files.writeString(
                Files.createDirectories(directory).resolve("job.yaml"), """
                workload:
                  model: {name: tiny, %s}
                  globalBatch: 8
                  sequence: 16
                  precision: fp32
                  train: {steps: 1}
                cluster:
                  node:
                    name: any
                    accelerator:
                      {id: core, vendor: any, memory: 4 GiB, memoryBandwidth: 10 GB/s, peak: {fp32: 1e11 FLOP/s},
                       vectorPeak: 5e10 FLOP/s, cache: 2 MB, units: 1, source: any, date: 2026-03}
                    devices: %d
                    intraLink:
                      {id: link, kind: loopback, bandwidth: 1 GB/s, attainable: 100 %%, latency: 150 us,
                       inNetworkReduction: false, source: any, date: 2026-03}
                layout: {%s}
                """.formatted(model, devices, layout));
    }

    /** Options that write a checkpoint into {@code job}'s directory every {@code every} steps. */
    static RunOptions options(Path job, long steps, long every, int timeoutSeconds, @Nullable Path metrics) {
        return options(job, steps, checkpoints(job).toString(), every, timeoutSeconds, metrics);
    }

    /** Options without checkpoints. */
    static RunOptions without(Path job, long steps, Path metrics) {
        return options(job, steps, null, 1, 60, metrics);
    }

    private static RunOptions options(
            Path job,
            long steps,
            @Nullable String checkpoints,
            long every,
            int timeoutSeconds,
            @Nullable Path metrics) {
        return new RunOptions(
                job.toString(),
                RunOptions.SYNTHETIC,
                Tokenizer.BYTES,
                null,
                0,
                0,
                steps,
                0.003,
                0,
                Schedule.Decay.CONSTANT,
                0,
                0.1,
                7,
                checkpoints,
                every,
                3,
                null,
                metrics == null ? null : metrics.toString(),
                null,
                null,
                timeoutSeconds,
                1,
                -1,
                0,
                List.of(),
                null);
    }

    /** Where the job's checkpoints are. */
    static Path checkpoints(Path job) {
        return job.resolveSibling("checkpoints");
    }

    /** Starts the ranks and waits for them. */
    static LocalLauncher.Outcome run(RunOptions options, int processes, int restarts, TinyRuns.Watch watch) {
        return run(List.of(), options, processes, restarts, watch);
    }

    /** The same with {@code before} in front of each rank's command. */
    static LocalLauncher.Outcome run(
            List<String> before, RunOptions options, int processes, int restarts, TinyRuns.Watch watch) {
        List<String> command = new ArrayList<>(before);
        command.addAll(LocalLauncher.java(TrainRank.class, options.arguments()));
        return Restarts.run(
                new LocalLauncher.Spec(command, processes, 1, Map.of(), watch::line, watch::started), restarts);
    }

    /** All weights of the newest checkpoint. */
    static Map<String, double[]> weights(Path job) {
        Engine.start(1);
        Map<String, double[]> weights = new TreeMap<>();
        Tensors.scope(() -> TrainingState.weights(
                        new Checkpoints(checkpoints(job), 1).newest().orElseThrow())
                .forEach((name, tensor) -> weights.put(name, Tensors.doubles(tensor))));
        return weights;
    }

    /** Steps of all checkpoints that are there. */
    static List<Long> steps(Path job) {
        return names(checkpoints(job)).stream()
                .filter(name -> name.startsWith("step-"))
                .map(name -> Long.valueOf(name.substring("step-".length())))
                .sorted()
                .toList();
    }

    /** Names of everything in {@code directory}, which need not exist. */
    static List<String> names(Path directory) {
        String[] names = directory.toFile().list();
        return names == null ? List.of() : List.of(names);
    }
}

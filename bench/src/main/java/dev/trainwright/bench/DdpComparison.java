package dev.trainwright.bench;

import dev.trainwright.train.data.Tokenizer;
import dev.trainwright.train.launch.LocalLauncher;
import dev.trainwright.train.run.RunOptions;
import dev.trainwright.train.run.TrainRank;
import dev.trainwright.train.trainer.Schedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * Two processes of ours against two of PyTorch's DistributedDataParallel from Python, in turns: the seconds of a step of the same transformer, batch and threads, ours over
 * theirs. Arguments: rounds, and the folder of {@code ddp.py}.
 */
public final class DdpComparison {
    private static final int STEPS = 30;
    static final String PYTHON = "/usr/bin/python3";

    private static final String JOB = """
            workload:
              model: {name: bench, layers: 4, hidden: 256, heads: 4, intermediate: 704, vocab: 2048}
              globalBatch: 8
              sequence: 128
              precision: fp32
              train: {steps: 1}
            cluster:
              node:
                name: any
                accelerator:
                  {id: core, vendor: any, memory: 4 GiB, memoryBandwidth: 10 GB/s, peak: {fp32: 1e11 FLOP/s},
                   vectorPeak: 5e10 FLOP/s, cache: 2 MB, units: 1, source: any, date: 2026-03}
                devices: 2
                intraLink:
                  {id: link, kind: loopback, bandwidth: 1 GB/s, attainable: 100 %, latency: 150 us,
                   inNetworkReduction: false, source: any, date: 2026-03}
            layout: {dp: 2, microBatch: 4}
            """;

    /** The same in ddp.py's words, behind the number of steps. */
    private static final List<String> SHAPE = List.of("4", "256", "4", "704", "2048", "128", "4", "1");

    private DdpComparison() {}

    public static void main(String[] arguments) throws IOException {
        List<String> theirs =
                new ArrayList<>(List.of(PYTHON, Path.of(arguments[1], "ddp.py").toString(), Integer.toString(STEPS)));
        theirs.addAll(SHAPE);
        Path folder = Files.createTempDirectory("ddp");
        Ratios ratios = new Ratios("step");
        for (int round = 0; round < Integer.parseInt(arguments[0]); round++) {
            ratios.add(steps(folder), Ranks.seconds(theirs));
        }
        ratios.print();
    }

    /** Our seconds of each step, from the metrics of rank 0. */
    private static double[] steps(Path folder) throws IOException {
        Path job = Files.writeString(folder.resolve("job.yaml"), JOB);
        Path metrics = folder.resolve("metrics");
        Files.deleteIfExists(metrics);
        Ranks.run(LocalLauncher.java(TrainRank.class, options(job, metrics).arguments()), Map.of());
        return Files.readAllLines(metrics).stream()
                .skip(Ranks.WARMUP)
                .mapToDouble(line ->
                        JsonMapper.shared().readTree(line).path("seconds").asDouble())
                .toArray();
    }

    private static RunOptions options(Path job, Path metrics) {
        return new RunOptions(
                job.toString(),
                RunOptions.SYNTHETIC,
                Tokenizer.BYTES,
                null,
                0,
                0,
                STEPS,
                0.001,
                0,
                Schedule.Decay.CONSTANT,
                0,
                0.1,
                0,
                null,
                STEPS,
                1,
                null,
                metrics.toString(),
                null,
                null,
                60,
                1,
                -1,
                0,
                List.of(),
                null);
    }
}

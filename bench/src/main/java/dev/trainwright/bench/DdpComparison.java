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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;

/**
 * Two processes of ours against two of PyTorch's DistributedDataParallel from Python, alternating: the same transformer, batch and threads. Prints each
 * round's ratio of medians (ours over theirs), the median of these and the upper end of its 95 % bootstrap interval. Arguments: {@code step} or {@code all-reduce}, rounds, and the folder of {@code ddp.py}.
 */
public final class DdpComparison {
    private static final int STEPS = 30;
    private static final int WARMUP = 5;
    private static final int REDUCE_BYTES = 16 << 20;
    private static final int REDUCTIONS = 40;
    private static final int RESAMPLES = 10_000;
    private static final String PYTHON = "/usr/bin/python3";

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
        int rounds = Integer.parseInt(arguments[1]);
        String script = Path.of(arguments[2], "ddp.py").toString();
        List<String> theirs = new ArrayList<>(List.of(PYTHON, script));
        if (arguments[0].equals("step")) {
            Path folder = Files.createTempDirectory("ddp");
            theirs.add(Integer.toString(STEPS));
            theirs.addAll(SHAPE);
            report("step", rounds, () -> steps(folder), () -> printed(theirs));
        } else {
            List<String> numbers = List.of(Integer.toString(REDUCE_BYTES), Integer.toString(REDUCTIONS));
            theirs.add("allreduce");
            theirs.addAll(numbers);
            report(
                    "all-reduce of 16 MiB",
                    rounds,
                    () -> printed(LocalLauncher.java(AllReduceRank.class, numbers)),
                    () -> printed(theirs));
        }
    }

    @FunctionalInterface
    private interface Measurement {
        double[] seconds() throws IOException;
    }

    private static void report(String what, int rounds, Measurement ours, Measurement theirs) throws IOException {
        double[] ratios = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            double own = median(ours.seconds());
            double other = median(theirs.seconds());
            ratios[round] = own / other;
            System.out.printf("%s: %.2f ms, %.2f ms, ratio %.3f%n", what, 1e3 * own, 1e3 * other, own / other);
        }
        SplittableRandom random = new SplittableRandom(1);
        double[] medians = IntStream.range(0, RESAMPLES)
                .mapToDouble(i -> median(IntStream.range(0, rounds)
                        .mapToDouble(r -> ratios[random.nextInt(rounds)])
                        .toArray()))
                .sorted()
                .toArray();
        System.out.printf(
                "%s: median ratio %.3f, upper 95 %% bootstrap bound %.3f%n",
                what, median(ratios), medians[(int) (0.95 * RESAMPLES)]);
    }

    /** Our seconds of each step, from the metrics of rank 0. */
    private static double[] steps(Path folder) throws IOException {
        Path job = Files.writeString(folder.resolve("job.yaml"), JOB);
        Path metrics = folder.resolve("metrics");
        Files.deleteIfExists(metrics);
        run(LocalLauncher.java(TrainRank.class, options(job, metrics).arguments()), new ArrayList<>());
        return Files.readAllLines(metrics).stream()
                .skip(WARMUP)
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

    /** The seconds that rank 0 of {@code command} prints. */
    private static double[] printed(List<String> command) {
        List<String> lines = new ArrayList<>();
        run(command, lines);
        return lines.stream()
                .filter(line -> line.startsWith("[0] seconds "))
                .skip(WARMUP)
                .mapToDouble(line -> Double.parseDouble(line.substring("[0] seconds ".length())))
                .toArray();
    }

    private static void run(List<String> command, List<String> lines) {
        LocalLauncher.Outcome outcome = LocalLauncher.run(new LocalLauncher.Spec(
                command,
                2,
                1,
                Map.of("OPENBLAS_CORETYPE", "SKYLAKEX"),
                line -> {
                    synchronized (lines) {
                        lines.add(line);
                    }
                },
                child -> {}));
        if (!outcome.ok()) {
            throw new IllegalStateException(outcome.cause());
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }
}

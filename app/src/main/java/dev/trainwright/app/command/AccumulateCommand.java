package dev.trainwright.app.command;

import dev.trainwright.app.answer.AccumulateAnswer;
import dev.trainwright.app.report.Output;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.Report;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.spine.AccumulationFit;
import dev.trainwright.spine.AccumulationSteps;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code trainwright accumulate}: gradient accumulation. */
@Command(
        name = "accumulate",
        description = "Accumulation steps of a global batch, what to divide by, and what synchronising costs.",
        footer = {
            "",
            "Examples:",
            "  trainwright accumulate --global-batch 64 --micro-batch 8",
            "  trainwright accumulate --global-batch 1000 --micro-batch 8 --replicas 12",
            "  trainwright accumulate --steps 4 --micro-batch 8 --replicas 16",
            "  trainwright accumulate --steps 4 --compute 100ms --comm 50ms",
            "  trainwright accumulate --micro-counts 3,5,8 --micro-means 2.1,2.0,1.8",
            "  trainwright accumulate --measured 1=22.2s,4=54.6s",
            "  trainwright accumulate --steps 8 --batches-per-epoch 63"
        })
public final class AccumulateCommand implements Callable<Integer> {
    @Mixin
    private Output output = new Output();

    @Option(names = "--global-batch", paramLabel = "N", description = "Samples of one optimizer step, all replicas.")
    private @Nullable String globalBatch;

    @Option(names = "--micro-batch", paramLabel = "N", description = "Samples that one device computes at a time.")
    private @Nullable String microBatch;

    @Option(
            names = "--replicas",
            paramLabel = "N",
            defaultValue = "1",
            description = "Data-parallel replicas on all nodes together (default: ${DEFAULT-VALUE}).")
    private String replicas = "";

    @Option(names = "--steps", paramLabel = "N", description = "Accumulation steps, where they are known.")
    private @Nullable String steps;

    @Option(names = "--compute", paramLabel = "TIME", description = "Compute of one micro-batch.")
    private @Nullable String compute;

    @Option(names = "--comm", paramLabel = "TIME", description = "One synchronisation.")
    private @Nullable String comm;

    @Option(names = "--micro-counts", paramLabel = "N", split = ",", description = "Items of unequal micro-batches.")
    private List<String> counts = new ArrayList<>();

    @Option(names = "--micro-means", paramLabel = "X", split = ",", description = "Their mean losses or gradients.")
    private List<String> means = new ArrayList<>();

    @Option(names = "--batches-per-epoch", paramLabel = "N", description = "Micro-batches of a replica in one epoch.")
    private @Nullable String batchesPerEpoch;

    @Option(
            names = "--measured",
            paramLabel = "STEPS=TIME",
            split = ",",
            description = "Times of an optimizer step measured at two numbers of accumulation steps.")
    private Map<String, String> measured = new LinkedHashMap<>();

    @Option(names = "--base-rate", paramLabel = "X", description = "Learning rate that works with --base-batch.")
    private @Nullable String baseRate;

    @Option(names = "--base-batch", paramLabel = "N", description = "Global batch of --base-rate.")
    private @Nullable String baseBatch;

    private final Arguments arguments = new Arguments();

    @Override
    public Integer call() {
        Long batch = arguments.count("--global-batch", 1, AccumulationSteps.LARGEST_BATCH, globalBatch);
        Long micro = arguments.count("--micro-batch", 1, 1_000_000_000, microBatch);
        Long groups = arguments.count("--replicas", 1, 1_000_000_000, replicas);
        Long given = arguments.count("--steps", 1, 1_000_000_000, steps);
        requireConsistent();
        List<Part> parts = new ArrayList<>();
        Long whole = given;
        boolean answered = true;
        if (batch != null && micro != null && groups != null) {
            AccumulationSteps cut = AccumulationSteps.of(batch, micro, groups);
            parts.addAll(AccumulateAnswer.batch(batch, micro, groups, cut));
            whole = cut instanceof AccumulationSteps.Whole all ? (Long) all.steps() : null;
            answered = whole != null;
        } else if (given != null && groups != null && (batch != null || micro != null)) {
            answered = addOther(parts, batch, micro, groups, given);
        }
        answered &= addTimes(parts, whole);
        addWindow(parts);
        addLearningRate(parts, batch);
        arguments.orThrow();
        output.print(new Report(parts));
        return answered ? ExitCode.OK : ExitCode.ANSWER_IS_NO;
    }

    private void requireConsistent() {
        arguments.require(
                globalBatch != null || steps != null || !counts.isEmpty() || !measured.isEmpty(),
                "give --global-batch with --micro-batch, or --steps, --micro-counts or --measured");
        arguments.require(
                steps != null || (globalBatch == null) == (microBatch == null),
                "of --global-batch, --micro-batch and --steps two give the third: one alone does not");
        arguments.require(
                globalBatch == null || microBatch == null || steps == null,
                "of --global-batch, --micro-batch and --steps two give the third: leave one out");
        arguments.require((compute == null) == (comm == null), "--compute and --comm belong together");
        arguments.require(
                (compute == null && batchesPerEpoch == null) || globalBatch != null || steps != null,
                "--compute and --batches-per-epoch need the accumulation steps: --steps, or --global-batch");
        arguments.require((baseRate == null) == (baseBatch == null), "--base-rate and --base-batch belong together");
        arguments.require(baseRate == null || globalBatch != null, "--base-rate needs --global-batch");
        arguments.require(
                means.isEmpty() || means.size() == counts.size(), "--micro-means needs as many as --micro-counts");
    }

    /** Adds the batch of known steps that was not given; whether it is whole. */
    private boolean addOther(List<Part> parts, @Nullable Long batch, @Nullable Long micro, long groups, long given) {
        if (micro != null) {
            BigInteger all = BigInteger.valueOf(micro)
                    .multiply(BigInteger.valueOf(groups))
                    .multiply(BigInteger.valueOf(given));
            arguments.require(
                    all.compareTo(BigInteger.valueOf(AccumulationSteps.LARGEST_BATCH)) <= 0,
                    "a global batch of %,d samples is above %,d".formatted(all, AccumulationSteps.LARGEST_BATCH));
            arguments.orThrow();
            parts.addAll(AccumulateAnswer.globalBatch(micro, groups, given));
            return true;
        }
        long perSample = Math.multiplyExact(groups, given);
        parts.addAll(AccumulateAnswer.microBatch(Objects.requireNonNull(batch), groups, given));
        return batch % perSample == 0;
    }

    private boolean addTimes(List<Part> parts, @Nullable Long whole) {
        Double computeSeconds = arguments.positive("--compute", Dimension.SECONDS, compute);
        Double syncSeconds = arguments.quantity("--comm", Dimension.SECONDS, comm);
        Long batches = arguments.count("--batches-per-epoch", 1, 1_000_000_000_000L, batchesPerEpoch);
        if (whole != null && computeSeconds != null && syncSeconds != null) {
            parts.add(AccumulateAnswer.timing(computeSeconds, syncSeconds, whole));
        }
        if (whole != null && batches != null) {
            parts.add(AccumulateAnswer.epoch(batches, whole));
        }
        return measured.isEmpty() || addMeasured(parts);
    }

    private boolean addMeasured(List<Part> parts) {
        TreeMap<Long, Double> times = new TreeMap<>();
        measured.forEach((number, time) -> {
            Long key = arguments.count("--measured", 1, 1_000_000_000, number);
            Double value = arguments.positive("--measured", Dimension.SECONDS, time);
            if (key != null && value != null) {
                times.put(key, value);
            }
        });
        arguments.require(times.size() == 2, "--measured takes two different numbers of steps, as in 1=22.2s,4=54.6s");
        arguments.orThrow();
        var few = times.firstEntry();
        var many = times.lastEntry();
        AccumulationFit fit = AccumulationFit.of(few.getKey(), few.getValue(), many.getKey(), many.getValue());
        parts.add(AccumulateAnswer.measured(fit));
        return fit instanceof AccumulationFit.Solved;
    }

    private void addWindow(List<Part> parts) {
        List<Long> items = arguments.counts("--micro-counts", 1, 1_000_000_000_000L, counts);
        List<Double> values = arguments.signed("--micro-means", means);
        arguments.orThrow();
        if (!items.isEmpty()) {
            parts.addAll(AccumulateAnswer.unequal(items, values));
        }
    }

    private void addLearningRate(List<Part> parts, @Nullable Long batch) {
        Double rate = arguments.positive("--base-rate", Dimension.FACTOR, baseRate);
        Long base = arguments.count("--base-batch", 1, AccumulationSteps.LARGEST_BATCH, baseBatch);
        if (rate != null && base != null) {
            parts.add(AccumulateAnswer.learningRate(rate, base, Objects.requireNonNull(batch)));
        }
    }
}

package dev.trainwright.app.command;

import dev.trainwright.app.answer.Ring;
import dev.trainwright.app.answer.ScalingRuns;
import dev.trainwright.app.answer.ScalingRuns.Measured;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.workload.Batch.Scaling;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for training that was measured on two or more numbers of devices. */
final class MeasuredRuns {
    private static final long MOST_DEVICES = 100_000_000;

    @Option(
            names = "--measured",
            paramLabel = "K=RATE",
            split = ",",
            description = "Instead of times of one device: what two or more numbers of devices reached, in samples/s or"
                    + " tokens/s together, samples/s/device of each, or the time that an iteration or the job took.")
    private List<String> runs = new ArrayList<>();

    @Option(
            names = "--batch",
            paramLabel = "N",
            description =
                    "With --measured: samples (or tokens) that each device takes in an iteration, which gives its time.")
    private @Nullable String batch;

    /** A run as given: a rate of all devices, or a time. */
    private record Given(long devices, Dimension dimension, double value) {}

    boolean given() {
        return !runs.isEmpty() || batch != null;
    }

    /** Reads the options; what is wrong with them goes to {@code arguments}. */
    ScalingRuns read(Arguments arguments, Scaling scaling, @Nullable Double gradientBytes, @Nullable Ring ring) {
        Long samples = arguments.count("--batch", 1, MOST_DEVICES, batch);
        List<Given> all = new ArrayList<>();
        Set<Long> seen = new HashSet<>();
        for (String text : runs) {
            read(arguments, text).ifPresent(run -> {
                arguments.require(
                        seen.add(run.devices()), "--measured: %,d devices are given twice".formatted(run.devices()));
                all.add(run);
            });
        }
        arguments.require(
                runs.size() >= 2,
                "--measured takes two or more numbers of devices, as in 8=1532samples/s,16=547samples/s");
        arguments.orThrow();
        Dimension dimension = all.get(0).dimension();
        boolean timed = dimension == Dimension.SECONDS;
        arguments.require(
                all.stream().allMatch(run -> run.dimension() == dimension),
                "--measured: give all runs in the same measure: samples/s, tokens/s or a time");
        arguments.require(batch == null || !timed, "--batch belongs to rates: --measured already has times");
        arguments.require(
                gradientBytes == null || timed || samples != null,
                "--gradients needs the time of an iteration: give --batch, the samples that each device takes in one");
        arguments.orThrow();
        ScalingRuns measured = new ScalingRuns(
                timed ? "" : dimension.units().get(0).symbol(),
                all.stream().map(run -> measured(run, scaling, samples)).toList(),
                gradientBytes,
                ring);
        measured.aboveIdeal()
                .forEach(run ->
                        arguments.problem(superlinear(run, measured.runs().get(0))));
        arguments.orThrow();
        return measured;
    }

    private static Measured measured(Given run, Scaling scaling, @Nullable Long samples) {
        if (run.dimension() != Dimension.SECONDS) {
            Double seconds = samples == null ? null : samples * run.devices() / run.value();
            return new Measured(run.devices(), run.value(), seconds);
        }
        double work = scaling == Scaling.STRONG ? 1 : run.devices();
        return new Measured(run.devices(), work / run.value(), run.value());
    }

    private static String superlinear(Measured run, Measured first) {
        return ("--measured: %,d devices each do %s times as much as one of %,d: more than ideal, which no synchronisation explains."
                        + " Did both runs do the same work, and is it the rate of all devices together?")
                .formatted(
                        run.devices(),
                        Prints.full(
                                Dimension.FACTOR,
                                run.throughput() / run.devices() * first.devices() / first.throughput()),
                        first.devices());
    }

    private static Optional<Given> read(Arguments arguments, String text) {
        String[] parts = text.strip().split("=", 2);
        if (parts.length < 2) {
            arguments.problem("--measured: " + text + ": expected K=RATE, for instance 8=1532samples/s");
            return Optional.empty();
        }
        Long devices = arguments.count("--measured", 1, MOST_DEVICES, parts[0]);
        Optional<MeasuredRate> rate = MeasuredRate.read(arguments, "--measured", parts[1]);
        return devices == null
                ? Optional.empty()
                : rate.map(read -> new Given(devices, read.dimension(), read.together(devices)));
    }
}

package dev.trainwright.app.command;

import dev.trainwright.app.answer.Economy;
import dev.trainwright.app.answer.LinkCheck;
import dev.trainwright.app.answer.Setup;
import dev.trainwright.app.answer.SpeedupAnswer;
import dev.trainwright.app.answer.Unanswerable;
import dev.trainwright.app.picture.ChartSvg;
import dev.trainwright.app.report.Output;
import dev.trainwright.cost.Collectives;
import dev.trainwright.cost.Fabric;
import dev.trainwright.cost.Group;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Price;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.Spine;
import dev.trainwright.spine.SpineSteps;
import dev.trainwright.spine.Step;
import dev.trainwright.spine.StepProfile;
import dev.trainwright.spine.SyncEstimate;
import dev.trainwright.workload.Batch.Scaling;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.LongToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code trainwright speedup}: what more devices are worth, from compute and synchronisation time. */
@Command(
        name = "speedup",
        description = {
            "Speedup, efficiency, ceiling, hours and cost from the time of compute and of synchronisation.",
            "S(k) = T_compute / (T_compute/k + T_comm); one device does not synchronise."
        },
        footer = {
            "",
            "Examples:",
            "  trainwright speedup --compute 400ms --comm 50ms --devices 4,8 --hours 20h --price '2.50 USD/h'",
            "  trainwright speedup --compute 600ms --comm 40ms --target 5",
            "  trainwright speedup --compute 500ms --speedup 5 --devices 8,16 --hours 30h",
            "  trainwright speedup --compute 1s --gradients 1.25GB --link 10Gb/s --latency 50us --devices 2,4 --curve",
            "  trainwright speedup --compute 167ms --iteration 936ms --devices 16 --scaling weak --gradients 553MB --link 100Gb/s"
        })
public final class SpeedupCommand implements Callable<Integer> {
    private static final long MOST_DEVICES = 100_000_000;

    @Mixin
    private Output output = new Output();

    @Option(names = "--compute", paramLabel = "TIME", description = "One device's compute for one iteration.")
    private @Nullable String compute;

    @Option(names = "--comm", paramLabel = "TIME", description = "Synchronisation of one iteration.")
    private @Nullable String comm;

    @Option(
            names = "--gradients",
            paramLabel = "BYTES",
            description = "Instead of --comm: bytes that a ring all-reduces. With a measurement: held against it.")
    private @Nullable String gradients;

    @Option(names = "--link", paramLabel = "RATE", description = "With --gradients: one device's link, as measured.")
    private @Nullable String link;

    @Option(
            names = "--latency",
            paramLabel = "TIME",
            defaultValue = "0 s",
            description = "With --gradients: one step of the ring (default: ${DEFAULT-VALUE}).")
    private String latency = "";

    @Option(
            names = "--speedup",
            paramLabel = "S",
            description = "Instead of --comm: the speedup measured on the first of --devices.")
    private @Nullable String speedup;

    @Option(
            names = "--iteration",
            paramLabel = "TIME",
            description = "Instead of --comm: an iteration measured on the first of --devices.")
    private @Nullable String iteration;

    @Option(
            names = "--step",
            paramLabel = "TIME",
            description = "A profiler's whole step, held against --compute and --comm.")
    private @Nullable String step;

    @Option(names = "--devices", paramLabel = "K", split = ",", description = "Numbers of devices.")
    private List<String> devices = new ArrayList<>();

    @Option(names = "--target", paramLabel = "S", description = "How many devices reach this speedup?")
    private @Nullable String target;

    @Option(names = "--hours", paramLabel = "TIME", description = "The whole job on one device.")
    private @Nullable String hours;

    @Option(names = "--price", paramLabel = "PRICE", description = "One device for one hour.")
    private @Nullable String price;

    @Option(
            names = "--scaling",
            paramLabel = "strong|weak",
            completionCandidates = Candidates.Scalings.class,
            defaultValue = "strong",
            description =
                    "Held fixed: the global batch (strong) or the batch per device (weak) (default: ${DEFAULT-VALUE}).")
    private String scaling = "";

    @Option(names = "--curve", description = "Also print the curve over the number of devices.")
    private boolean curve;

    @Option(names = "--svg", paramLabel = "FILE", description = "Write the curve as SVG.")
    private @Nullable Path svg;

    /** The options' values; null where not given. */
    private record Given(
            @Nullable Double compute,
            @Nullable Double comm,
            @Nullable Double gradients,
            @Nullable Double link,
            @Nullable Double latency,
            @Nullable Double speedup,
            @Nullable Double iteration,
            @Nullable Double step,
            List<Long> devices,
            @Nullable Double target,
            Scaling scaling,
            Economy economy) {}

    @Override
    public Integer call() {
        Given given = read();
        List<String> missing = missing(given);
        if (!missing.isEmpty()) {
            output.print(Unanswerable.missing(missing, given.devices(), given.economy()));
            return ExitCode.ANSWER_IS_NO;
        }
        double computeSeconds = Objects.requireNonNull(given.compute());
        if (given.step() != null && given.comm() != null) {
            StepProfile profile = StepProfile.of(given.step(), computeSeconds, given.comm());
            if (!(profile instanceof StepProfile.Adds)) {
                Setup setup = Setup.constant(given.scaling(), computeSeconds, given.comm(), given.economy());
                output.print(Unanswerable.contradiction(given.step(), setup, given.comm(), profile, given.devices()));
                return ExitCode.ANSWER_IS_NO;
            }
        }
        List<Step> derivation = new ArrayList<>();
        Setup setup = setup(given, computeSeconds, derivation);
        SpeedupAnswer answer =
                SpeedupAnswer.of(setup, given.devices(), given.target(), curve, derivation, check(given, setup));
        OutputFiles.write(svg, () -> ChartSvg.of(SpeedupAnswer.chart(setup, given.devices())));
        output.print(answer.report());
        return answer.answered() ? ExitCode.OK : ExitCode.ANSWER_IS_NO;
    }

    private Given read() {
        Arguments arguments = new Arguments();
        Double jobSeconds = arguments.positive("--hours", Dimension.SECONDS, hours);
        Price perHour = arguments.price("--price", price);
        Given given = new Given(
                arguments.positive("--compute", Dimension.SECONDS, compute),
                arguments.quantity("--comm", Dimension.SECONDS, comm),
                arguments.positive("--gradients", Dimension.BYTES, gradients),
                arguments.positive("--link", Dimension.BYTES_PER_SECOND, link),
                arguments.quantity("--latency", Dimension.SECONDS, latency),
                arguments.positive("--speedup", Dimension.FACTOR, speedup),
                arguments.positive("--iteration", Dimension.SECONDS, iteration),
                arguments.positive("--step", Dimension.SECONDS, step),
                arguments.counts("--devices", 1, MOST_DEVICES, devices),
                arguments.atMost("--target", 1e12, target, arguments.positive("--target", Dimension.FACTOR, target)),
                arguments.choice("--scaling", Scaling.class, scaling).orElse(Scaling.STRONG),
                new Economy(jobSeconds == null ? null : jobSeconds / 3600, perHour));
        arguments.require(
                !devices.isEmpty() || target != null, "give the numbers of devices (--devices 4,8) or a --target");
        arguments.require(
                Stream.of(comm, speedup, iteration).filter(Objects::nonNull).count() <= 1,
                "--comm, --speedup and --iteration each say what synchronisation costs: give one of them");
        arguments.require(
                comm == null || gradients == null,
                "--comm and --gradients both say what synchronisation costs: give one of them");
        arguments.require(
                (gradients == null) == (link == null), "--gradients and --link belong together: give both or neither");
        arguments.require(
                step == null || (compute != null && comm != null),
                "--step is held against --compute and --comm: give these two as well");
        arguments.require(price == null || hours != null, "--price needs --hours: the cost is hours x devices x price");
        arguments.require(
                (speedup == null && iteration == null) || !devices.isEmpty(),
                "--speedup and --iteration were measured on a number of devices: give it first in --devices");
        arguments.orThrow();
        return given;
    }

    private List<String> missing(Given given) {
        List<String> missing = new ArrayList<>();
        if (given.compute() == null) {
            missing.add("the compute time of one iteration (--compute)");
        }
        if (Stream.of(given.comm(), given.gradients(), given.speedup(), given.iteration())
                .allMatch(Objects::isNull)) {
            missing.add("the synchronisation time of one iteration (--comm, or --gradients with --link)");
        }
        return missing;
    }

    private static Setup setup(Given given, double computeSeconds, List<Step> derivation) {
        if (given.gradients() != null && !measured(given)) {
            return new Setup(given.scaling(), computeSeconds, ring(given), null, given.economy());
        }
        double sync = given.comm() != null ? given.comm() : measuredSync(given, computeSeconds, derivation);
        return Setup.constant(given.scaling(), computeSeconds, sync, given.economy());
    }

    /** The measured synchronisation against the gradients' ring; null where only one of them was given. */
    private static @Nullable LinkCheck check(Given given, Setup setup) {
        if (given.gradients() == null || !measured(given)) {
            return null;
        }
        long devices = given.devices().get(0);
        return LinkCheck.of(
                ring(given).applyAsDouble(devices),
                Objects.requireNonNull(setup.constantSync()),
                given.gradients(),
                devices,
                Objects.requireNonNull(given.link()));
    }

    private static boolean measured(Given given) {
        return given.speedup() != null || given.iteration() != null;
    }

    private static LongToDoubleFunction ring(Given given) {
        double bytes = Objects.requireNonNull(given.gradients());
        Fabric ports = flat(Objects.requireNonNull(given.link()), Objects.requireNonNull(given.latency()));
        return k -> Collectives.ringAllReduce(bytes, new Group(Math.toIntExact(k), 1), ports);
    }

    /** Every device a node of its own, with one port. */
    private static Fabric flat(double bytesPerSecond, double latencySeconds) {
        return new Fabric(1, Double.POSITIVE_INFINITY, 0, 0, bytesPerSecond, latencySeconds, 0, false);
    }

    private static double measuredSync(Given given, double computeSeconds, List<Step> derivation) {
        long devices = given.devices().get(0);
        long work = given.scaling() == Scaling.STRONG ? 1 : devices;
        double measured = given.speedup() != null
                ? given.speedup()
                : work * computeSeconds / Objects.requireNonNull(given.iteration());
        SyncEstimate estimate = Spine.syncSeconds(computeSeconds, measured, devices);
        if (estimate instanceof SyncEstimate.Sync sync) {
            derivation.addAll(SpineSteps.syncSeconds(work * computeSeconds, measured, devices, work * sync.seconds()));
            return work * sync.seconds();
        }
        throw Failure.answerIsNo(
                estimate instanceof SyncEstimate.AboveIdeal
                        ? ("a speedup of %s on %d devices is more than ideal: no synchronisation time explains it."
                                        + " Did both runs do the same work?")
                                .formatted(Prints.full(Dimension.FACTOR, measured), devices)
                        : "one device does not synchronise: what was measured on it says nothing about the network");
    }
}

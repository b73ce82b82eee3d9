package dev.trainwright.app.command;

import dev.trainwright.app.answer.Economy;
import dev.trainwright.app.answer.Ring;
import dev.trainwright.app.answer.Setup;
import dev.trainwright.app.answer.SpeedupAnswer;
import dev.trainwright.app.answer.SyncAnswer;
import dev.trainwright.app.answer.Unanswerable;
import dev.trainwright.app.command.SyncOptions.Sync;
import dev.trainwright.app.picture.ChartSvg;
import dev.trainwright.app.report.Output;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Price;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.Step;
import dev.trainwright.spine.StepProfile;
import dev.trainwright.workload.Batch.Scaling;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
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
            "  trainwright speedup --compute 400ms --comm 50ms --devices 4,8 --hours 20h \\",
            "    --price '2.50 USD/h'",
            "  trainwright speedup --compute 600ms --comm 40ms --target 5",
            "  trainwright speedup --compute 400ms --devices 8 --target 6 --gradients 1.4GB",
            "  trainwright speedup --hours 30h --measured-hours 6h --devices 8,16",
            "  trainwright speedup --measured 8=1532samples/s,16=547samples/s --batch 32 \\",
            "    --gradients 553MB",
            "  trainwright speedup --compute 1s --gradients 1.25GB --link 10Gb/s \\",
            "    --latency 50us --devices 2,4 --curve",
            "  trainwright speedup --compute 167ms --iteration 936ms --devices 16 \\",
            "    --scaling weak --gradients 553MB --link 100Gb/s"
        })
public final class SpeedupCommand implements Callable<Integer> {
    private static final long MOST_DEVICES = 100_000_000;

    @Mixin
    private Output output = new Output();

    @Option(names = "--compute", paramLabel = "TIME", description = "One device's compute for one iteration.")
    private @Nullable String compute;

    @Mixin
    private SyncOptions synchronisation = new SyncOptions();

    @Mixin
    private MeasuredRuns runs = new MeasuredRuns();

    @Option(
            names = "--step",
            paramLabel = "TIME",
            description = "A profiler's whole step, held against --compute and --comm.")
    private @Nullable String step;

    @Option(names = "--devices", paramLabel = "K", split = ",", description = "Numbers of devices.")
    private List<String> devices = new ArrayList<>();

    @Option(names = "--target", paramLabel = "S", description = "How many devices reach this speedup?")
    private @Nullable String target;

    @Option(
            names = "--within",
            paramLabel = "TIME",
            description = "Instead of --target: the whole job, which takes --hours on one device, in this time.")
    private @Nullable String within;

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
            Sync sync,
            @Nullable Double step,
            List<Long> devices,
            @Nullable Double target,
            Scaling scaling,
            Economy economy) {}

    @Override
    public Integer call() {
        if (runs.given()) {
            return measured();
        }
        List<Step> derivation = new ArrayList<>();
        Given given = read(derivation);
        if (given.compute() == null || !given.sync().known()) {
            return partly(given, derivation);
        }
        double computeSeconds = given.compute();
        Double sync = given.sync().comm();
        if (given.step() != null && sync != null) {
            StepProfile profile = StepProfile.of(given.step(), computeSeconds, sync);
            if (!(profile instanceof StepProfile.Adds)) {
                Setup setup = Setup.constant(given.scaling(), computeSeconds, sync, given.economy());
                output.print(Unanswerable.contradiction(given.step(), setup, sync, profile, given.devices()));
                return ExitCode.ANSWER_IS_NO;
            }
        }
        Setup setup = given.sync().with(computeSeconds, given.scaling(), given.economy(), given.devices(), derivation);
        SpeedupAnswer answer = SpeedupAnswer.of(
                setup,
                given.devices(),
                given.target(),
                curve,
                derivation,
                given.sync().check(setup, given.devices()));
        OutputFiles.write(svg, () -> ChartSvg.of(SpeedupAnswer.chart(setup, given.devices())));
        output.print(answer.report());
        return answer.answered() ? ExitCode.OK : ExitCode.ANSWER_IS_NO;
    }

    /** What runs on several numbers of devices amount to. */
    private int measured() {
        Arguments arguments = new Arguments();
        Sync sync = synchronisation.read(arguments, null, true);
        arguments.require(
                Stream.of(compute, step, target, within, hours, price, svg).allMatch(Objects::isNull)
                        && devices.isEmpty()
                        && !curve
                        && sync.comm() == null
                        && sync.speedup() == null
                        && sync.iteration() == null
                        && sync.measuredHours() == null,
                "--measured takes --batch, --scaling, --gradients and --link besides, and nothing else");
        Scaling held = arguments.choice("--scaling", Scaling.class, scaling).orElse(Scaling.STRONG);
        output.print(runs.read(arguments, held, sync.gradients(), sync.ring()).report());
        return ExitCode.OK;
    }

    private Given read(List<Step> derivation) {
        Arguments arguments = new Arguments();
        Double jobSeconds = arguments.positive("--hours", Dimension.SECONDS, hours);
        Double withinSeconds = arguments.positive("--within", Dimension.SECONDS, within);
        Price perHour = arguments.price("--price", price);
        Double computeSeconds = arguments.positive("--compute", Dimension.SECONDS, compute);
        Sync sync = synchronisation.read(arguments, jobSeconds, !devices.isEmpty());
        Double factor =
                arguments.atMost("--target", 1e12, target, arguments.positive("--target", Dimension.FACTOR, target));
        if (jobSeconds != null && withinSeconds != null) {
            factor = speedupFor(jobSeconds, withinSeconds);
            derivation.add(wanted(jobSeconds, withinSeconds, factor));
        }
        Given given = new Given(
                // the whole job is as good an iteration as any where both its times are known
                computeSeconds == null && sync.measuredHours() != null ? jobSeconds : computeSeconds,
                sync,
                arguments.positive("--step", Dimension.SECONDS, step),
                arguments.counts("--devices", 1, MOST_DEVICES, devices),
                factor,
                arguments.choice("--scaling", Scaling.class, scaling).orElse(Scaling.STRONG),
                new Economy(jobSeconds == null ? null : jobSeconds / 3600, perHour));
        arguments.require(
                !devices.isEmpty() || target != null || within != null || curve || svg != null,
                "give the numbers of devices (--devices 4,8), a --target or --curve");
        arguments.require(
                sync.gradients() == null || sync.ring() != null || target != null || within != null,
                "--gradients without --link says how fast a link a --target needs: give one of them as well");
        arguments.require(target == null || within == null, "--target and --within say the same: give one of them");
        arguments.require(within == null || hours != null, "--within needs --hours: the job on one device");
        arguments.require(
                step == null || (compute != null && sync.comm() != null),
                "--step is held against --compute and --comm: give these two as well");
        arguments.require(
                price == null || hours != null || sync.measuredHours() != null,
                "--price needs --hours: the cost is hours x devices x price");
        arguments.orThrow();
        return given;
    }

    /** Rounded down, so that devices that reach it exactly do. */
    private static double speedupFor(double jobSeconds, double withinSeconds) {
        return BigDecimal.valueOf(jobSeconds)
                .divide(BigDecimal.valueOf(withinSeconds), new MathContext(15, RoundingMode.DOWN))
                .doubleValue();
    }

    private static Step wanted(double jobSeconds, double withinSeconds, double speedup) {
        return new Step(
                "Speedup wanted",
                Prints.full(Dimension.SECONDS, jobSeconds) + " / " + Prints.full(Dimension.SECONDS, withinSeconds),
                speedup,
                Dimension.FACTOR,
                "speedup divides the time of one device");
    }

    /** What can be said where compute or synchronisation is not known. */
    private int partly(Given given, List<Step> derivation) {
        Double computeSeconds = given.compute();
        Ring ring = given.sync().ring();
        SyncAnswer answer;
        if (computeSeconds != null && given.target() != null && !given.devices().isEmpty()) {
            answer = SyncAnswer.needed(
                    given.scaling(),
                    computeSeconds,
                    given.target(),
                    given.devices(),
                    given.sync().gradients(),
                    derivation);
        } else if (computeSeconds == null && ring != null && given.target() == null) {
            answer = SyncAnswer.ofRing(ring, given.devices());
        } else {
            output.print(Unanswerable.missing(missing(given), given.devices(), given.economy()));
            return ExitCode.ANSWER_IS_NO;
        }
        if (curve || svg != null) {
            throw Failure.wrongInput(
                    "--curve and --svg need what a speedup is made of; missing: " + String.join(", ", missing(given)));
        }
        output.print(answer.report());
        return answer.answered() ? ExitCode.OK : ExitCode.ANSWER_IS_NO;
    }

    private static List<String> missing(Given given) {
        List<String> missing = new ArrayList<>();
        if (given.compute() == null) {
            missing.add("the compute time of one iteration (--compute)");
        }
        if (!given.sync().known()) {
            missing.add("the synchronisation time of one iteration (--comm, or --gradients with --link)");
        }
        return missing;
    }
}

package dev.trainwright.app.command;

import dev.trainwright.app.answer.FailuresAnswer;
import dev.trainwright.app.report.Output;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.Failures;
import dev.trainwright.spine.Step;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code trainwright failures}: checkpoints and goodput. */
@Command(
        name = "failures",
        description = "How often to write a checkpoint, and how much of the time is useful, on hardware that fails.",
        footer = {
            "",
            "Examples:",
            "  trainwright failures --device-mtbf 50000h --devices 16384 --checkpoint 60s \\",
            "    --restart 5min",
            "  trainwright failures --count 419 --over 54d --checkpoint 60s --restart 5min \\",
            "    --hours 1000h",
            "  trainwright failures --mtbf 3h --checkpoint 2min --interval 1h"
        })
public final class FailuresCommand implements Callable<Integer> {
    @Mixin
    private Output output = new Output();

    @Option(names = "--mtbf", paramLabel = "TIME", description = "Mean time between failures of the whole cluster.")
    private @Nullable String mtbf;

    @Option(names = "--device-mtbf", paramLabel = "TIME", description = "Instead: that of one device, with --devices.")
    private @Nullable String deviceMtbf;

    @Option(names = "--devices", paramLabel = "K", description = "Devices of the cluster.")
    private @Nullable String devices;

    @Option(names = "--count", paramLabel = "N", description = "Instead: failures counted, with --over.")
    private @Nullable String count;

    @Option(names = "--over", paramLabel = "TIME", description = "Time over which they were counted.")
    private @Nullable String over;

    @Option(
            names = "--checkpoint",
            paramLabel = "TIME",
            required = true,
            description = "Training stops so long to write one.")
    private String checkpoint = "";

    @Option(
            names = "--restart",
            paramLabel = "TIME",
            defaultValue = "0 s",
            description = "From a failure to training again (default: ${DEFAULT-VALUE}).")
    private String restart = "";

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            description = "Also judge this interval of work between checkpoints.")
    private @Nullable String interval;

    @Option(names = "--hours", paramLabel = "TIME", description = "The job without failures.")
    private @Nullable String hours;

    private final Arguments arguments = new Arguments();

    /** The cluster's time between failures and where it comes from. */
    private record Mtbf(double seconds, List<Step> derivation) {}

    @Override
    public Integer call() {
        Double write = arguments.positive("--checkpoint", Dimension.SECONDS, checkpoint);
        Double back = arguments.quantity("--restart", Dimension.SECONDS, restart);
        Double own = arguments.positive("--interval", Dimension.SECONDS, interval);
        Double job = arguments.positive("--hours", Dimension.SECONDS, hours);
        Mtbf cluster = mtbf();
        arguments.orThrow();
        Mtbf found = Objects.requireNonNull(cluster);
        FailuresAnswer answer = FailuresAnswer.of(new FailuresAnswer.Given(
                found.seconds(),
                found.derivation(),
                Objects.requireNonNull(write),
                Objects.requireNonNull(back),
                own,
                job));
        output.print(answer.report());
        return answer.answered() ? ExitCode.OK : ExitCode.ANSWER_IS_NO;
    }

    private @Nullable Mtbf mtbf() {
        Double whole = arguments.positive("--mtbf", Dimension.SECONDS, mtbf);
        Double one = arguments.positive("--device-mtbf", Dimension.SECONDS, deviceMtbf);
        Long k = arguments.count("--devices", 1, 1_000_000_000, devices);
        Long failures = arguments.count("--count", 1, 1_000_000_000, count);
        Double time = arguments.positive("--over", Dimension.SECONDS, over);
        boolean fromDevices = deviceMtbf != null;
        boolean counted = count != null;
        arguments.require(
                (mtbf != null ? 1 : 0) + (fromDevices ? 1 : 0) + (counted ? 1 : 0) == 1,
                "give one of --mtbf, --device-mtbf with --devices, or --count with --over");
        arguments.require((devices != null) == fromDevices, "--devices belongs to --device-mtbf");
        arguments.require((over != null) == counted, "--count and --over belong together");
        if (one != null && k != null) {
            double seconds = Failures.clusterMtbfSeconds(one, k);
            return new Mtbf(
                    seconds,
                    List.of(new Step(
                            "Cluster's time between failures",
                            "%s / %,d".formatted(Prints.full(Dimension.SECONDS, one), k),
                            seconds,
                            Dimension.SECONDS,
                            "any device that fails stops the job, and there are " + k)));
        }
        if (time != null && failures != null) {
            return new Mtbf(
                    time / failures,
                    List.of(new Step(
                            "Cluster's time between failures",
                            "%s / %,d".formatted(Prints.full(Dimension.SECONDS, time), failures),
                            time / failures,
                            Dimension.SECONDS,
                            "as counted")));
        }
        return whole == null ? null : new Mtbf(whole, List.of());
    }
}

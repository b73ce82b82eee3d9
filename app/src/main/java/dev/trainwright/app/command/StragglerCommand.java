package dev.trainwright.app.command;

import dev.trainwright.app.answer.AsyncParts;
import dev.trainwright.app.answer.NoiseAnswer;
import dev.trainwright.app.answer.StragglerAnswer;
import dev.trainwright.app.report.Output;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.Report;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.spine.Stragglers;
import dev.trainwright.spine.TimeDistribution;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code trainwright straggler}: workers of different speed, synchronous and asynchronous. */
@Command(
        name = "straggler",
        description = {
            "What slow workers cost, synchronously and asynchronously.",
            "Give the time of each worker, or a distribution that all of them draw from."
        },
        footer = {
            "",
            "Examples:",
            "  trainwright straggler --times 90ms,95ms,100ms,300ms --backup 1 \\",
            "    --staleness-bound 3",
            "  trainwright straggler --distribution lognormal:100ms,0.2 --workers 64 \\",
            "    --backup 2",
            "  trainwright straggler --times 1s,1s --bytes 500MB --server-bandwidth 10Gb/s"
        })
public final class StragglerCommand implements Callable<Integer> {
    private static final int MOST_WORKERS = 20_000;

    @Mixin
    private Output output = new Output();

    @Option(names = "--times", paramLabel = "TIME", split = ",", description = "Time of an iteration of each worker.")
    private List<String> times = new ArrayList<>();

    @Option(
            names = "--distribution",
            paramLabel = "FAMILY:MEAN,CV",
            description =
                    "normal, lognormal, exponential or weibull; mean time; standard deviation over mean (exponential: none).")
    private @Nullable String distribution;

    @Option(names = "--workers", paramLabel = "N", description = "Workers that draw from --distribution.")
    private @Nullable String workers;

    @Option(
            names = "--backup",
            paramLabel = "N",
            defaultValue = "0",
            description = "Slowest workers of each synchronous iteration that are not waited for.")
    private String backup = "";

    @Option(
            names = "--staleness-bound",
            paramLabel = "N",
            description = "Asynchronous: updates that a worker may be ahead of the slowest (SSP).")
    private @Nullable String bound;

    @Option(
            names = "--bytes",
            paramLabel = "BYTES",
            description = "Bytes of one update, to and from parameter servers.")
    private @Nullable String bytes;

    @Option(names = "--server-bandwidth", paramLabel = "RATE", description = "Port of one parameter server.")
    private @Nullable String serverBandwidth;

    @Option(names = "--servers", paramLabel = "N", description = "Parameter servers (default: 1).")
    private @Nullable String servers;

    private final Arguments arguments = new Arguments();

    /** Workers that draw their times. */
    private record Noise(TimeDistribution family, double meanSeconds, double variation, int workers) {}

    @Override
    public Integer call() {
        List<Double> seconds = arguments.positives("--times", Dimension.SECONDS, times);
        Noise noise = noise();
        int size = noise == null ? times.size() : noise.workers();
        Long dropped = arguments.count("--backup", 0, Math.max(0, size - 1), backup);
        Long ahead = arguments.count("--staleness-bound", 0, 1_000_000, bound);
        Double updateBytes = arguments.positive("--bytes", Dimension.BYTES, bytes);
        Double port = arguments.positive("--server-bandwidth", Dimension.BYTES_PER_SECOND, serverBandwidth);
        Long ports = arguments.count("--servers", 1, 1_000_000, servers);
        arguments.require(
                times.isEmpty() == (distribution != null),
                times.isEmpty()
                        ? "give --times of the workers, or --distribution and --workers"
                        : "--times and --distribution each say how long workers take: give one of them");
        arguments.require(times.size() <= MOST_WORKERS, "--times: more than 20,000 workers");
        arguments.require(
                (bytes == null) == (serverBandwidth == null), "--bytes and --server-bandwidth belong together");
        arguments.require(servers == null || bytes != null, "--servers needs --bytes and --server-bandwidth");
        arguments.orThrow();
        int backups = dropped == null ? 0 : Math.toIntExact(dropped);
        Integer limit = ahead == null ? null : Integer.valueOf(Math.toIntExact(ahead));
        List<Part> parts = new ArrayList<>(
                noise == null ? StragglerAnswer.ofTimes(seconds, backups, limit) : drawn(noise, backups, limit));
        if (updateBytes != null && port != null) {
            double rate = noise == null ? rate(seconds) : noise.workers() / noise.meanSeconds();
            parts.addAll(AsyncParts.server(updateBytes, ports == null ? 1 : Math.toIntExact(ports), port, rate));
        }
        output.print(new Report(parts));
        return ExitCode.OK;
    }

    private @Nullable Noise noise() {
        Long size = arguments.count("--workers", 1, MOST_WORKERS, workers);
        arguments.require(workers == null || distribution != null, "--workers belongs to --distribution");
        arguments.require(
                distribution == null || workers != null, "--distribution needs --workers: how many draw from it");
        if (distribution == null || size == null) {
            return null;
        }
        String[] parts = distribution.split("[:,]", -1);
        TimeDistribution family = arguments
                .choice("--distribution", TimeDistribution.class, parts[0])
                .orElse(TimeDistribution.NORMAL);
        boolean fixedVariation = family == TimeDistribution.EXPONENTIAL && parts.length == 2;
        if (parts.length != 3 && !fixedVariation) {
            arguments.problem(
                    "--distribution: " + distribution + ": expected FAMILY:MEAN,CV, for instance lognormal:100ms,0.2");
            return null;
        }
        Double mean = arguments.positive("--distribution", Dimension.SECONDS, parts[1]);
        Double variation =
                fixedVariation ? Double.valueOf(1) : arguments.positive("--distribution", Dimension.RATIO, parts[2]);
        return mean == null || variation == null ? null : new Noise(family, mean, variation, Math.toIntExact(size));
    }

    private static List<Part> drawn(Noise noise, int backup, @Nullable Integer bound) {
        try {
            return NoiseAnswer.of(
                    noise.family(), noise.meanSeconds(), noise.variation(), noise.workers(), backup, bound);
        } catch (IllegalArgumentException e) {
            throw Failure.wrongInput("--distribution: " + e.getMessage());
        }
    }

    private static double rate(List<Double> seconds) {
        return Stragglers.updatesPerSecond(
                seconds.stream().mapToDouble(Double::doubleValue).toArray());
    }
}

package dev.trainwright.evidence.fit;

import dev.trainwright.cluster.Link;
import dev.trainwright.cluster.Source;
import dev.trainwright.cost.Fabric;
import dev.trainwright.evidence.job.Collective;
import dev.trainwright.evidence.row.CollectiveFile;
import dev.trainwright.evidence.row.CollectiveRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Median;
import org.hipparchus.optim.InitialGuess;
import org.hipparchus.optim.MaxEval;
import org.hipparchus.optim.nonlinear.scalar.GoalType;
import org.hipparchus.optim.nonlinear.scalar.ObjectiveFunction;
import org.hipparchus.optim.nonlinear.scalar.noderiv.NelderMeadSimplex;
import org.hipparchus.optim.nonlinear.scalar.noderiv.SimplexOptimizer;

/**
 * Fits a link's attainable share and latency to measured collectives: Nelder and Mead's simplex (Hipparchus) on the sum of absolute logarithms of forecast over
 * measured time, which a few disturbed measurements do not move, drawn weakly to the catalogue, so that what sizes do not tell stays there.
 */
public final class LinkFit {
    /** Fewer collectives tell nothing. */
    private static final int FEWEST = 5;
    /** Weight of a squared logarithm of the distance from the catalogue, in absolute logarithms of one collective. */
    private static final double PULL = 0.01;

    private record Run(Collective collective, Link link, String source, double seconds) {}

    private LinkFit() {}

    /**
     * Every link that at least five of the collectives cross.
     *
     * @param known a row as the cost model sees it
     * @param date ISO 8601, for the provenance
     */
    public static List<FittedLink> of(
            List<CollectiveFile> files, Function<CollectiveRow, Optional<Collective>> known, String date) {
        Map<String, List<Run>> byLink = new LinkedHashMap<>();
        for (CollectiveFile file : files) {
            for (CollectiveRow row : file.rows()) {
                Double seconds = row.time();
                Collective collective = known.apply(row).orElse(null);
                if (seconds != null && seconds > 0 && collective != null && collective.bytes() > 0) {
                    Link link = collective.link();
                    if (link != null) {
                        byLink.computeIfAbsent(link.id(), id -> new ArrayList<>())
                                .add(new Run(collective, link, row.source(), seconds));
                    }
                }
            }
        }
        return byLink.values().stream()
                .filter(runs -> runs.size() >= FEWEST)
                .map(runs -> fitted(runs, date))
                .toList();
    }

    private static FittedLink fitted(List<Run> all, String date) {
        List<Run> runs = all.stream()
                .sorted(Comparator.comparingDouble(r -> r.collective().bytes()))
                .toList();
        Link link = runs.get(0).link();
        double[] catalogue = {link.attainable(), link.latencySeconds()};
        double[] found = fit(link, runs);
        List<Run> even = half(runs, 0);
        List<Run> odd = half(runs, 1);
        double[] heldOut = concat(errors(odd, link, fit(link, even)), errors(even, link, fit(link, odd)));
        String sources =
                String.join(", ", new TreeSet<>(runs.stream().map(Run::source).toList()));
        return new FittedLink(
                link,
                new Link(
                        link.id(),
                        link.name(),
                        link.kind(),
                        link.aliases(),
                        link.bandwidth(),
                        found[0],
                        found[1],
                        link.inNetworkReduction(),
                        new Source(
                                "attainable and latency fitted to " + runs.size() + " collectives: " + sources,
                                link.source().url(),
                                date)),
                runs.size(),
                median(errors(runs, link, catalogue)),
                median(errors(runs, link, found)),
                median(heldOut));
    }

    private static List<Run> half(List<Run> runs, int which) {
        return IntStream.range(0, runs.size())
                .filter(i -> i % 2 == which)
                .mapToObj(runs::get)
                .toList();
    }

    /** Attainable share and seconds of latency. */
    private static double[] fit(Link link, List<Run> runs) {
        double latency = Math.max(link.latencySeconds(), 1e-7);
        var objective = new ObjectiveFunction(point -> {
            double sum = PULL * (point[0] * point[0] + point[1] * point[1]);
            for (Run run : runs) {
                sum += Math.abs(Math.log(seconds(run, link, at(link, latency, point)) / run.seconds()));
            }
            return sum;
        });
        var best = new SimplexOptimizer(1e-9, 1e-12)
                .optimize(
                        new MaxEval(5_000),
                        objective,
                        GoalType.MINIMIZE,
                        new InitialGuess(new double[2]),
                        new NelderMeadSimplex(2, 0.5));
        return at(link, latency, best.getPoint());
    }

    /** The share never passes the line rate. */
    private static double[] at(Link link, double latency, double[] point) {
        return new double[] {Math.min(1, link.attainable() * Math.exp(point[0])), latency * Math.exp(point[1])};
    }

    private static double[] errors(List<Run> runs, Link link, double[] constants) {
        return runs.stream()
                .mapToDouble(run -> Math.abs(seconds(run, link, constants) / run.seconds() - 1))
                .toArray();
    }

    private static double seconds(Run run, Link link, double[] constants) {
        Fabric f = run.collective().fabric();
        boolean between = run.collective().group().crossesNodes();
        double share = constants[0] / link.attainable();
        double latency = link.latencySeconds() == 0 ? 1 : constants[1] / link.latencySeconds();
        return run.collective()
                .seconds(new Fabric(
                        f.devicesPerNode(),
                        between ? f.intraBandwidth() : f.intraBandwidth() * share,
                        f.meshPeers(),
                        between ? f.intraLatency() : f.intraLatency() * latency,
                        between ? f.interBandwidth() * share : f.interBandwidth(),
                        between ? f.interLatency() * latency : f.interLatency(),
                        f.callSeconds(),
                        f.intraReduces()));
    }

    private static double median(double[] values) {
        return Median.withDefaults().evaluate(values);
    }

    private static double[] concat(double[] a, double[] b) {
        return DoubleStream.concat(Arrays.stream(a), Arrays.stream(b)).toArray();
    }
}

package dev.trainwright.app.answer;

import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Sentence;
import dev.trainwright.app.report.Table;
import dev.trainwright.app.report.Text;
import dev.trainwright.app.report.TextAndJson;
import dev.trainwright.evidence.fit.FittedLink;
import dev.trainwright.evidence.report.HeldOutTable;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What {@code trainwright calibrate} fitted, and how well. */
public final class CalibrateAnswer {
    private static final List<Metric<FittedLink>> LINKS = List.of(
            Metric.text("link", "link", l -> l.after().id()),
            Metric.number("collectives", "collectives", Prints::number, FittedLink::rows),
            share("attainableBefore", "attainable, catalogue", l -> l.before().attainable()),
            share("attainable", "fitted", l -> l.after().attainable()),
            Metric.of(
                    "latencySecondsBefore",
                    "latency, catalogue",
                    Dimension.SECONDS,
                    l -> l.before().latencySeconds()),
            Metric.of(
                    "latencySeconds",
                    "fitted",
                    Dimension.SECONDS,
                    l -> l.after().latencySeconds()),
            share("medianErrorBefore", "median error, catalogue", FittedLink::medianBefore),
            share("medianError", "fitted", FittedLink::medianFitted),
            share("medianErrorHeldOut", "held out", FittedLink::medianHeldOut));

    private static final List<Metric<HeldOutTable.Line>> RUNS = List.of(
            Metric.text("scheme", "held out", HeldOutTable.Line::scheme),
            Metric.text("source", "source", HeldOutTable.Line::source),
            Metric.number("runs", "runs", Prints::number, l -> l.errors().rows()),
            share("meanError", "mean error", l -> l.errors().mape()),
            share("medianError", "median", l -> l.errors().medianApe()),
            share("p90Error", "90th percentile", l -> l.errors().p90Ape()));

    private static final List<Metric<Map.Entry<String, Integer>>> REFUSED = List.of(
            Metric.number("runs", "runs", Prints::number, Map.Entry::getValue),
            Metric.text("reason", "reason", Map.Entry::getKey));

    private CalibrateAnswer() {}

    /**
     * The report.
     *
     * @param links fitted to collectives
     * @param heldOut errors on training runs; empty where none were fitted to
     * @param refused runs given that cannot be forecast, by reason
     * @param files written
     */
    public static Report of(
            List<FittedLink> links,
            List<HeldOutTable.Line> heldOut,
            Map<String, Integer> refused,
            Path folder,
            Collection<Path> files) {
        List<Part> parts = new ArrayList<>();
        parts.add(new Table<>("links", "Links, fitted to collectives", links, LINKS));
        parts.add(new Table<>("heldOut", "Runs by what of them was held out of the fits", heldOut, RUNS));
        parts.add(new Table<>(
                "refused",
                "Runs given that cannot be forecast, and are not in the fits",
                List.copyOf(refused.entrySet()),
                REFUSED));
        parts.add(TextAndJson.textOnly(new Sentence("", "wrote " + files.size() + " files to " + folder)));
        parts.add(TextAndJson.jsonOnly(
                new Text("files", "", files.stream().map(Path::toString).toList())));
        return new Report(parts);
    }

    private static <T> Metric<T> share(String key, String label, Function<T, @Nullable Double> value) {
        return Metric.of(key, label, Dimension.RATIO, value);
    }
}

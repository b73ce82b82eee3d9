package dev.trainwright.app.answer;

import dev.trainwright.app.report.Bars;
import dev.trainwright.app.report.Hidden;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Ranking;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Sentence;
import dev.trainwright.app.report.Steps;
import dev.trainwright.app.report.Table;
import dev.trainwright.app.report.Text;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Price;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Ways of training the same job that were measured, ranked by rate and by cost. */
public final class RatesAnswer {
    private static final double MILLION = 1e6;
    private static final String WHY_ASYNCHRONOUS =
            "An asynchronous run can be the slower one: gradients and weights of every"
                    + " worker pass the links of the servers, and what waits there is not hidden behind the backward pass, as an"
                    + " all-reduce is. And its samples count for less, as its gradients are stale: trainwright straggler tells how"
                    + " stale.";

    /**
     * One way.
     *
     * @param devices or null where no number is given
     * @param rate of all of them together
     * @param price of one of them for an hour, or null
     */
    public record Measured(
            String name,
            @Nullable Long devices,
            double rate,
            @Nullable Price price) {
        double secondsOfOne() {
            return 1 / rate;
        }

        double deviceSecondsOfOne() {
            return devices == null ? secondsOfOne() : devices / rate;
        }

        double spending() {
            return deviceSecondsOfOne() * (price == null ? 1 : price.perHour() / 3600);
        }
    }

    private record Row(int rankByTime, @Nullable Integer rankByCost, double ofFastest, Measured run) {}

    private final Dimension dimension;
    private final List<Measured> runs;

    private RatesAnswer(Dimension dimension, List<Measured> runs) {
        this.dimension = dimension;
        this.runs = runs;
    }

    /**
     * The answer.
     *
     * @param dimension of the rates
     * @param runs two or more; all have a number of devices or none, all a price or none
     */
    public static Report of(Dimension dimension, List<Measured> runs) {
        return new RatesAnswer(dimension, runs).report();
    }

    private Report report() {
        Ranking<Measured> byTime = new Ranking<>(runs, Measured::secondsOfOne);
        Ranking<Measured> byCost = new Ranking<>(runs, Measured::spending);
        boolean costs = runs.get(0).devices() != null;
        double best = byTime.first().rate();
        List<Row> rows = byTime.rows().stream()
                .map(run -> new Row(byTime.rank(run), costs ? byCost.rank(run) : null, run.rate() / best, run))
                .toList();
        Metric<Row> name = Metric.text("name", "measured", row -> row.run().name());
        Metric<Row> rate =
                Metric.of("rate", "together", dimension, row -> row.run().rate());
        return Report.of(
                new Sentence("answer", byRate(byTime) + (costs ? " " + byCost(byCost) : "")),
                new Hidden("fastest", names(byTime.firsts())),
                new Hidden("cheapest", costs ? names(byCost.firsts()) : List.of()),
                new Table<>("configs", "Ranking", rows, metrics(name, rate)),
                new Bars<>("Rate", rows, name, row -> row.run().rate(), rate),
                new Steps("steps", "Steps", steps(byTime)),
                new Text("notes", "Notes", notes(byTime)));
    }

    private List<Metric<Row>> metrics(Metric<Row> name, Metric<Row> rate) {
        Economy economy = new Economy(null, runs.get(0).price());
        return List.of(
                name,
                Metric.of("rankByTime", "by time", Dimension.COUNT, Row::rankByTime),
                Metric.of("rankByCost", "by cost", Dimension.COUNT, Row::rankByCost),
                Metric.of(
                        "devices", "devices", Dimension.COUNT, row -> row.run().devices()),
                rate,
                Metric.of("ratePerDevice", "of each", dimension, row -> perDevice(row.run())),
                Metric.of("ofFastest", "of the fastest", Dimension.RATIO, Row::ofFastest),
                Metric.text("price", "price", row -> new Economy(null, row.run().price()).priceWords()),
                Metric.number(
                        "costPerMillion",
                        "a million of them",
                        economy::money,
                        row -> row.run().price() == null
                                ? null
                                : MILLION * row.run().spending()));
    }

    private static @Nullable Double perDevice(Measured run) {
        return run.devices() == null ? null : run.rate() / run.devices();
    }

    private String byRate(Ranking<Measured> byTime) {
        return byTime.firsts().size() == byTime.rows().size()
                ? "All are equally fast, with %s.".formatted(rate(byTime.first()))
                : "By rate: %s fastest, with %s against %s of %s: %s times as fast."
                        .formatted(
                                are(byTime.firsts()),
                                rate(byTime.first()),
                                rate(byTime.last()),
                                byTime.last().name(),
                                Prints.full(Dimension.FACTOR, byTime.spread()));
    }

    private static String byCost(Ranking<Measured> byCost) {
        String price = byCost.first().price() == null ? " at equal prices of a device" : "";
        return byCost.firsts().size() == byCost.rows().size()
                ? "All cost the same%s.".formatted(price)
                : "By cost: %s cheapest%s, %s costs %s times as much for the same work."
                        .formatted(
                                are(byCost.firsts()),
                                price,
                                byCost.last().name(),
                                Prints.full(Dimension.FACTOR, byCost.spread()));
    }

    private static String are(List<Measured> runs) {
        return String.join(", ", names(runs)) + (runs.size() == 1 ? " is" : " are");
    }

    private List<Step> steps(Ranking<Measured> byTime) {
        Measured first = byTime.first();
        List<Step> steps = new ArrayList<>();
        for (Measured run : byTime.rows()) {
            if (byTime.rank(run) > 1) {
                steps.add(new Step(
                        "%s against %s".formatted(first.name(), run.name()),
                        "%s / %s".formatted(rate(first), rate(run)),
                        first.rate() / run.rate(),
                        Dimension.FACTOR,
                        "the same work takes as many times as long as its rate is smaller"));
            }
        }
        return steps;
    }

    /** What the slower one's time holds besides the faster one's. */
    private List<String> notes(Ranking<Measured> byTime) {
        List<String> notes = new ArrayList<>();
        Measured first = byTime.first();
        Measured last = byTime.last();
        if (byTime.rank(last) > 1 && first.devices() != null && first.devices().equals(last.devices())) {
            notes.add(
                    ("On as many devices %s of the time of %s is what %s does not spend: synchronisation that shows, or"
                                    + " slower work.")
                            .formatted(
                                    Prints.full(Dimension.RATIO, 1 - last.rate() / first.rate()),
                                    last.name(),
                                    first.name()));
        }
        if (runs.stream().anyMatch(run -> run.name().toLowerCase(Locale.ROOT).contains("async"))) {
            notes.add(WHY_ASYNCHRONOUS);
        }
        return notes;
    }

    private String rate(Measured run) {
        return Prints.full(dimension, run.rate());
    }

    private static List<String> names(List<Measured> runs) {
        return runs.stream().map(Measured::name).collect(Collectors.toList());
    }
}

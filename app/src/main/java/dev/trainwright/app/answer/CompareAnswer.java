package dev.trainwright.app.answer;

import dev.trainwright.app.report.Bars;
import dev.trainwright.app.report.Hidden;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.Ranking;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Sentence;
import dev.trainwright.app.report.Steps;
import dev.trainwright.app.report.Table;
import dev.trainwright.app.report.Text;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.Spine;
import dev.trainwright.spine.SpineSteps;
import dev.trainwright.spine.Step;
import dev.trainwright.spine.SyncEstimate;
import dev.trainwright.workload.Batch.Scaling;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Two or more clusters for the same job, ranked by time and by cost. */
public final class CompareAnswer {
    /** One cluster. */
    public record Config(String name, long devices, Setup setup) {
        double sync() {
            return setup.sync(devices);
        }

        double speedup() {
            return setup.speedup(devices);
        }

        /** Time for the work of one of the baseline's iterations. */
        double workSeconds() {
            return setup.computeSeconds() / speedup();
        }

        double deviceSeconds() {
            return devices * workSeconds();
        }

        /** Device-seconds, priced if there is a price. */
        double spending() {
            var price = setup.economy().price();
            return deviceSeconds() * (price == null ? 1 : price.perHour() / 3600);
        }

        @Nullable
        Double hours() {
            Double onOne = setup.economy().hoursOnOne();
            return onOne == null ? null : setup.economy().hours(speedup());
        }

        @Nullable
        Double cost() {
            return setup.economy().cost(speedup(), devices);
        }

        @Nullable
        String price() {
            return setup.economy().priceWords();
        }
    }

    private record Row(int rankByTime, int rankByCost, Config config) {}

    private static final Metric<Row> NAME =
            Metric.text("name", "cluster", r -> r.config().name());
    private static final Metric<Row> SPEEDUP =
            Metric.of("speedup", "speedup", Dimension.FACTOR, r -> r.config().speedup());

    /** Every price is in the currency of {@code economy}. */
    private static List<Metric<Row>> metrics(Economy economy) {
        return List.of(
                NAME,
                Metric.of("rankByTime", "by time", Dimension.COUNT, Row::rankByTime),
                Metric.of("rankByCost", "by cost", Dimension.COUNT, Row::rankByCost),
                Metric.of("devices", "devices", Dimension.COUNT, r -> r.config().devices()),
                Metric.of(
                        "computeSeconds",
                        "compute",
                        Dimension.SECONDS,
                        r -> r.config().setup().computeSeconds()),
                Metric.of(
                        "syncSeconds",
                        "sync",
                        Dimension.SECONDS,
                        r -> r.config().sync()),
                Metric.of(
                        "iterationSeconds",
                        "iteration",
                        Dimension.SECONDS,
                        r -> r.config().setup().iterationSeconds(r.config().devices())),
                SPEEDUP,
                Metric.of(
                        "efficiency",
                        "efficiency",
                        Dimension.RATIO,
                        r -> r.config().speedup() / r.config().devices()),
                Metric.of(
                        "deviceSeconds",
                        "device time",
                        Dimension.SECONDS,
                        r -> r.config().deviceSeconds()),
                Metric.hours("hours", "time", r -> r.config().hours()),
                Metric.text("price", "price", r -> r.config().price()),
                Metric.number("cost", "cost", economy::money, r -> r.config().cost()));
    }

    private CompareAnswer() {}

    /** The answer for two or more clusters. */
    public static Report of(List<Config> configs) {
        Ranking<Config> byTime = new Ranking<>(configs, Config::workSeconds);
        Ranking<Config> byCost = new Ranking<>(configs, Config::spending);
        List<Row> rows = byTime.rows().stream()
                .map(c -> new Row(byTime.rank(c), byCost.rank(c), c))
                .toList();
        List<Step> steps = new ArrayList<>();
        configs.forEach(config -> steps.addAll(steps(config)));
        List<Part> parts = new ArrayList<>(List.of(
                new Sentence("answer", sentence(byTime, byCost)),
                new Hidden("fastest", names(byTime.firsts())),
                new Hidden("cheapest", names(byCost.firsts())),
                new Table<>(
                        "configs",
                        "Ranking",
                        rows,
                        metrics(configs.get(0).setup().economy())),
                new Bars<>("Speedup", rows, NAME, row -> row.config().speedup(), SPEEDUP),
                new Steps("steps", "Steps", steps)));
        String level = breakEven(byTime);
        if (level != null) {
            parts.add(new Text("notes", "Notes", List.of(level)));
        }
        return new Report(parts);
    }

    private static List<String> names(List<Config> configs) {
        return configs.stream().map(Config::name).toList();
    }

    private static String sentence(Ranking<Config> byTime, Ranking<Config> byCost) {
        List<String> fastest = names(byTime.firsts());
        List<String> cheapest = names(byCost.firsts());
        Config first = byTime.first();
        Config last = byTime.last();
        String speed = fastest.size() == byTime.rows().size()
                ? "all are equally fast, with " + seconds(first.workSeconds()) + " an iteration"
                : "%s %s fastest: speedup %s against %s of %s%s, %s times as fast"
                        .formatted(
                                String.join(", ", fastest),
                                fastest.size() == 1 ? "is" : "are",
                                factor(first.speedup()),
                                factor(last.speedup()),
                                last.name(),
                                overOne(byTime.rows()),
                                factor(byTime.spread()));
        Config dear = byCost.last();
        String price = first.setup().economy().price() == null ? " at equal prices of a device" : "";
        String cost = cheapest.size() == byCost.rows().size()
                ? "all cost the same" + price
                : "%s %s cheapest%s: %s costs %s times as much"
                        .formatted(
                                String.join(", ", cheapest),
                                cheapest.size() == 1 ? "is" : "are",
                                price,
                                dear.name(),
                                factor(byCost.spread()));
        return "By time: " + speed + ". By cost: " + cost + ".";
    }

    /** Speedups over different devices do not compare. */
    private static String overOne(List<Config> configs) {
        boolean differ =
                configs.stream().map(c -> c.setup().computeSeconds()).distinct().count() > 1;
        return differ ? " (each over one device of its own)" : "";
    }

    private static List<Step> steps(Config config) {
        double compute = config.setup().computeSeconds();
        List<Step> steps = config.setup().scaling() == Scaling.STRONG
                ? SpineSteps.speedup(compute, config.sync(), config.devices())
                : SpineSteps.weakSpeedup(compute, config.sync(), config.devices());
        return steps.stream()
                .map(s -> new Step(config.name() + ": " + s.what(), s.formula(), s.value(), s.dimension(), s.why()))
                .toList();
    }

    /** The synchronisation time with which the slowest would draw level with the fastest. */
    private static @Nullable String breakEven(Ranking<Config> byTime) {
        Config first = byTime.first();
        Config last = byTime.last();
        double compute = last.setup().computeSeconds();
        if (last.setup().scaling() == Scaling.WEAK || last.devices() == 1 || byTime.rank(last) == 1) {
            return null;
        }
        double needed = compute / first.workSeconds();
        return Spine.syncSeconds(compute, needed, last.devices()) instanceof SyncEstimate.Sync sync
                ? "%s draws level with %s when its synchronisation takes %s instead of %s."
                        .formatted(last.name(), first.name(), seconds(sync.seconds()), seconds(last.sync()))
                : "No network makes %s as fast as %s: even free synchronisation gives only a speedup of %d."
                        .formatted(last.name(), first.name(), last.devices());
    }

    private static String factor(double factor) {
        return Prints.full(Dimension.FACTOR, factor);
    }

    private static String seconds(double seconds) {
        return Prints.full(Dimension.SECONDS, seconds);
    }
}

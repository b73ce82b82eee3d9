package dev.trainwright.app.answer;

import dev.trainwright.app.report.Bars;
import dev.trainwright.app.report.Hidden;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Part;
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
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Two or more clusters for the same job, ranked by time and by cost. */
public final class CompareAnswer {
    /** Relative difference below which two figures are equal: the rounding of a handful of double operations. */
    private static final double ROUNDING = 1e-12;

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
        List<Config> byTime = sorted(configs, Config::workSeconds);
        List<Config> byCost = sorted(configs, Config::spending);
        List<Row> rows = byTime.stream()
                .map(c -> new Row(rank(c, byTime, Config::workSeconds), rank(c, byCost, Config::spending), c))
                .toList();
        List<Step> steps = new ArrayList<>();
        configs.forEach(config -> steps.addAll(steps(config)));
        List<Part> parts = new ArrayList<>(List.of(
                new Sentence("answer", sentence(byTime, byCost)),
                new Hidden("fastest", firsts(byTime, Config::workSeconds)),
                new Hidden("cheapest", firsts(byCost, Config::spending)),
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

    private static List<Config> sorted(List<Config> configs, ToDoubleFunction<Config> by) {
        return configs.stream().sorted(Comparator.comparingDouble(by)).toList();
    }

    /** 1 for the best and all that equal it. */
    private static int rank(Config config, List<Config> sorted, ToDoubleFunction<Config> by) {
        double limit = by.applyAsDouble(config) * (1 - ROUNDING);
        return 1
                + (int) sorted.stream().filter(c -> by.applyAsDouble(c) < limit).count();
    }

    private static List<String> firsts(List<Config> sorted, ToDoubleFunction<Config> by) {
        return sorted.stream()
                .filter(c -> rank(c, sorted, by) == 1)
                .map(Config::name)
                .toList();
    }

    private static String sentence(List<Config> byTime, List<Config> byCost) {
        List<String> fastest = firsts(byTime, Config::workSeconds);
        List<String> cheapest = firsts(byCost, Config::spending);
        Config first = byTime.get(0);
        Config last = byTime.get(byTime.size() - 1);
        String speed = fastest.size() == byTime.size()
                ? "all are equally fast, with " + seconds(first.workSeconds()) + " an iteration"
                : "%s %s fastest: speedup %s against %s of %s%s, %s times as fast"
                        .formatted(
                                String.join(", ", fastest),
                                fastest.size() == 1 ? "is" : "are",
                                factor(first.speedup()),
                                factor(last.speedup()),
                                last.name(),
                                overOne(byTime),
                                factor(last.workSeconds() / first.workSeconds()));
        Config cheap = byCost.get(0);
        Config dear = byCost.get(byCost.size() - 1);
        String price = first.setup().economy().price() == null ? " at equal prices of a device" : "";
        String cost = cheapest.size() == byCost.size()
                ? "all cost the same" + price
                : "%s %s cheapest%s: %s costs %s times as much"
                        .formatted(
                                String.join(", ", cheapest),
                                cheapest.size() == 1 ? "is" : "are",
                                price,
                                dear.name(),
                                factor(dear.spending() / cheap.spending()));
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
    private static @Nullable String breakEven(List<Config> byTime) {
        Config first = byTime.get(0);
        Config last = byTime.get(byTime.size() - 1);
        double compute = last.setup().computeSeconds();
        if (last.setup().scaling() == Scaling.WEAK
                || last.devices() == 1
                || rank(last, byTime, Config::workSeconds) == 1) {
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

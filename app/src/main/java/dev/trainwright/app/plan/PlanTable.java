package dev.trainwright.app.plan;

import dev.trainwright.app.forecast.Spelling;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Page;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.Table;
import dev.trainwright.forecast.Forecast;
import dev.trainwright.plan.Objective;
import dev.trainwright.plan.Plan;
import dev.trainwright.quantity.Prints;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The ranked plans, with bars of time and memory where the page has room for them. */
record PlanTable(Plan plan) implements Part {
    private static final int LONGEST_BAR = 16;

    private record Row(int rank, Forecast forecast) {
        /** Null where the device's memory is not known. */
        @Nullable
        Double memoryShare() {
            return Double.isInfinite(forecast.memory().deviceBytes())
                    ? null
                    : forecast.memory().residentBytes() / forecast.memory().deviceBytes();
        }
    }

    @Override
    public void print(Page page) {
        List<Row> rows = IntStream.range(0, plan.plans().size())
                .mapToObj(i -> new Row(i + 1, plan.plans().get(i)))
                .toList();
        if (rows.isEmpty()) {
            return;
        }
        double slowest = rows.stream()
                .mapToDouble(r -> r.forecast().iterationSeconds())
                .max()
                .orElseThrow();
        int words = rows.stream()
                .mapToInt(r -> LayoutWords.brief(r.forecast().layout()).length())
                .max()
                .orElse(0);
        int bar = Math.min(
                LONGEST_BAR, Math.max(0, (page.width() - words - (plan.by() == Objective.COST ? 80 : 52)) / 2));
        new Table<>(
                        "",
                        "Best by " + Spelling.of(plan.by())
                                + (unpriced() ? ", of device time as the job gives no price" : ""),
                        rows,
                        List.of(
                                Metric.number("", "#", Prints::number, Row::rank),
                                Metric.text(
                                        "",
                                        "layout",
                                        r -> LayoutWords.brief(r.forecast().layout())),
                                Metric.number("", "devices", Prints::number, this::devices),
                                Metric.number(
                                        "",
                                        "iteration",
                                        PlanTable::seconds,
                                        r -> r.forecast().iterationSeconds()),
                                bar("", bar, r -> r.forecast().iterationSeconds() / slowest),
                                Metric.number(
                                        "",
                                        "memory",
                                        PlanTable::bytes,
                                        r -> r.forecast().memory().residentBytes()),
                                bar("", bar, Row::memoryShare),
                                Metric.number("", "full", v -> Prints.fixed(100 * v, 0) + " %", Row::memoryShare),
                                Metric.number(
                                        "",
                                        "MFU",
                                        v -> Prints.fixed(100 * v, 1) + " %",
                                        r -> r.forecast().throughput().mfu()),
                                Metric.number("", "cost", this::money, this::cost)))
                .print(page);
        if (rows.stream().anyMatch(r -> r.forecast().throughput().mfu() != null)) {
            page.paragraph("  ", "MFU counts attention in full, also the half that causal kernels skip.");
        }
    }

    /** Where they differ. */
    private @Nullable Integer devices(Row row) {
        int all = plan.job().cluster().devices();
        boolean differ = plan.plans().stream().anyMatch(f -> f.layout().devices() != all);
        return differ ? Integer.valueOf(row.forecast().layout().devices()) : null;
    }

    private boolean unpriced() {
        return plan.by() == Objective.COST && plan.job().cluster().economics().pricePerDeviceHour() == null;
    }

    private String money(double cost) {
        return Prints.money(
                cost, Objects.requireNonNull(plan.job().cluster().economics().currency()));
    }

    /** Of rankings by it. */
    private @Nullable Double cost(Row row) {
        Forecast.Effort effort = row.forecast().effort();
        return plan.by() == Objective.COST && effort != null ? effort.cost() : null;
    }

    private static Metric<Row> bar(String label, int length, Function<Row, @Nullable Double> share) {
        return Metric.text("", label, r -> {
            Double part = share.apply(r);
            if (length == 0 || part == null) {
                return null;
            }
            int cells = (int) Math.round(length * Math.min(1, part));
            return "#".repeat(cells) + ".".repeat(length - cells);
        });
    }

    /** Four digits: neighbours in a ranking differ little. */
    static String seconds(double seconds) {
        return seconds < 1
                ? Prints.fixed(1e3 * seconds, 2) + " ms"
                : Prints.fixed(seconds, seconds < 100 ? 3 : 1) + " s";
    }

    /** In one unit, so that neighbours compare at a glance. */
    static String bytes(double bytes) {
        double gib = bytes / (1L << 30);
        return Prints.fixed(gib, gib < 10 ? 2 : 1) + " GiB";
    }
}

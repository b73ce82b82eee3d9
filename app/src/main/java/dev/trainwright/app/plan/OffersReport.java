package dev.trainwright.app.plan;

import dev.trainwright.app.forecast.LayoutParts;
import dev.trainwright.app.report.Hidden;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Page;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Sentence;
import dev.trainwright.app.report.Table;
import dev.trainwright.app.report.Text;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Which cluster to take for a job: each with the fastest layout that the search finds, ranked by time and by cost, and against the job as it is given. */
public final class OffersReport {
    /** Relative difference below which two forecasts are level: what the search takes for equal. */
    private static final double LEVEL = 1e-9;

    /** Fastest first, last those that do not fit. */
    private final List<Offer> offers;

    private final List<Offer> byTime;
    private final List<Offer> byCost;
    private final Offer given;

    private OffersReport(List<Offer> offers) {
        this.given = offers.get(0);
        this.byTime = sorted(offers, Offer::time);
        this.byCost = sorted(offers, Offer::spending);
        this.offers = Stream.concat(byTime.stream(), offers.stream().filter(o -> !o.fits()))
                .toList();
    }

    /** The report of {@code offers}; the first is the job as it is given. */
    public static Report of(List<Offer> offers) {
        return new OffersReport(List.copyOf(offers)).report();
    }

    private Report report() {
        List<Part> parts = new ArrayList<>(List.of(
                new Sentence("answer", sentence()),
                new Hidden("fastest", firsts(byTime, Offer::time)),
                new Hidden("cheapest", firsts(byCost, Offer::spending)),
                new Rows()));
        List<String> notes = notes();
        if (!notes.isEmpty()) {
            parts.add(new Text("notes", "Notes", notes));
        }
        return new Report(parts);
    }

    private List<Metric<Offer>> metrics() {
        return List.of(
                Metric.text("name", "cluster", Offer::name),
                Metric.of("rankByTime", "by time", Dimension.COUNT, o -> rank(o, byTime, Offer::time)),
                Metric.of("rankByCost", "by cost", Dimension.COUNT, o -> rank(o, byCost, Offer::spending)),
                Metric.of("devices", "devices", Dimension.COUNT, Offer::devices),
                Metric.number(
                        "iterationSeconds",
                        "iteration",
                        PlanTable::seconds,
                        o -> o.fits() ? Double.valueOf(o.best().iterationSeconds()) : null),
                Metric.number(
                        "residentBytes",
                        "memory",
                        PlanTable::bytes,
                        o -> o.fits() ? Double.valueOf(o.best().memory().residentBytes()) : null),
                Metric.hours("hours", "time", Offer::hours),
                Metric.number(
                        "pricePerDeviceHour",
                        "price/h",
                        this::money,
                        o -> o.economics().pricePerDeviceHour()),
                Metric.number("cost", "cost", this::money, Offer::cost),
                Metric.hours("savedHours", "saved", o -> difference(given.hours(), o.hours())),
                Metric.number("extraCost", "extra cost", this::money, o -> difference(o.cost(), given.cost())));
    }

    private static @Nullable Double difference(@Nullable Double from, @Nullable Double what) {
        return from == null || what == null ? null : Double.valueOf(from - what);
    }

    private String money(double amount) {
        String currency = given.economics().currency();
        return Prints.money(amount, currency == null ? "" : currency).strip();
    }

    /** The ranking in a table, each layout below it; for programs all of it in an object for each cluster. */
    private final class Rows implements Part {
        @Override
        public void print(Page page) {
            new Table<>("", "Ranking", offers, metrics()).print(page);
            new Table<>(
                            "",
                            "The fastest layout of each",
                            offers,
                            List.of(
                                    Metric.text("", "cluster", Offer::name),
                                    Metric.text("", "layout", OffersReport::layout)))
                    .print(page);
        }

        @Override
        public void write(ObjectNode object) {
            new Table<>("configs", "", offers, metrics()).write(object);
            var rows = object.withArray("configs");
            for (int i = 0; i < offers.size(); i++) {
                ObjectNode row = (ObjectNode) rows.get(i);
                Offer offer = offers.get(i);
                row.put("fits", offer.fits());
                if (offer.fits()) {
                    LayoutParts.section(offer.best().layout()).write(row);
                } else {
                    row.putNull("layout");
                }
            }
        }
    }

    private static String layout(Offer offer) {
        return offer.fits()
                ? LayoutWords.brief(offer.best().layout())
                : offer.plan()
                        .closestToFit()
                        .map(r -> "none fits; closest " + LayoutWords.brief(r.closest()) + ": " + r.miss())
                        .orElse("none is possible");
    }

    private static List<Offer> sorted(List<Offer> offers, ToDoubleFunction<Offer> by) {
        return offers.stream()
                .filter(Offer::fits)
                .sorted(Comparator.comparingDouble(by))
                .toList();
    }

    /** 1 for the best and all that are level with it; null where nothing fits. */
    private static @Nullable Integer rank(Offer offer, List<Offer> sorted, ToDoubleFunction<Offer> by) {
        if (!offer.fits()) {
            return null;
        }
        double limit = by.applyAsDouble(offer) * (1 - LEVEL);
        return 1
                + (int) sorted.stream().filter(o -> by.applyAsDouble(o) < limit).count();
    }

    private static List<String> firsts(List<Offer> sorted, ToDoubleFunction<Offer> by) {
        return sorted.stream()
                .filter(o -> by.applyAsDouble(o) * (1 - LEVEL) <= by.applyAsDouble(sorted.get(0)))
                .map(Offer::name)
                .toList();
    }

    private String sentence() {
        if (byTime.isEmpty()) {
            return "The job fits none of these clusters.";
        }
        Offer first = byTime.get(0);
        Offer cheap = byCost.get(0);
        boolean priced = first.economics().pricePerDeviceHour() != null;
        return "By time: " + best(byTime, Offer::time, "fastest", "takes %s times as long") + ". By cost: "
                + best(
                        byCost,
                        Offer::spending,
                        "cheapest" + (priced ? "" : " at equal prices of a device"),
                        "costs %s times as much")
                + "."
                + (first.equals(cheap) ? "" : trade(first, cheap));
    }

    private static String best(List<Offer> sorted, ToDoubleFunction<Offer> by, String what, String behind) {
        List<String> firsts = firsts(sorted, by);
        Offer last = sorted.get(sorted.size() - 1);
        if (firsts.size() == sorted.size()) {
            return String.join(", ", firsts) + (sorted.size() == 1 ? " is the only one that fits" : " are level");
        }
        return "%s %s %s, %s "
                        .formatted(String.join(", ", firsts), firsts.size() == 1 ? "is" : "are", what, last.name())
                + behind.formatted(
                        Prints.full(Dimension.FACTOR, by.applyAsDouble(last) / by.applyAsDouble(sorted.get(0))));
    }

    private String trade(Offer fast, Offer cheap) {
        Double hours = difference(cheap.hours(), fast.hours());
        Double money = difference(fast.cost(), cheap.cost());
        return hours == null || money == null || hours <= 0
                ? ""
                : " " + fast.name() + " takes " + Prints.full(Dimension.FACTOR, hours) + " h less than " + cheap.name()
                        + " for " + money(money) + " more, " + money(money / hours) + " for each hour.";
    }

    /** A price stays what the job says where a change of machines does not change it too. */
    private List<String> notes() {
        Double price = given.economics().pricePerDeviceHour();
        return price == null
                ? List.of()
                : offers.stream()
                        .filter(o -> price.equals(o.economics().pricePerDeviceHour()) && !types(o).equals(types(given)))
                        .map(o -> o.name() + " has other machines at the job's price of " + money(price)
                                + " for a device and hour: change cluster.price with it where that is not so.")
                        .toList();
    }

    private static List<String> types(Offer offer) {
        return offer.plan().job().cluster().pools().stream()
                .map(p -> p.type().accelerator().id())
                .toList();
    }
}

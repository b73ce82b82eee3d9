package dev.trainwright.app.plan;

import dev.trainwright.app.forecast.LayoutParts;
import dev.trainwright.app.report.Hidden;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Page;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.Ranking;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Sentence;
import dev.trainwright.app.report.Table;
import dev.trainwright.app.report.Text;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Which cluster to take for a job: each with the fastest layout that the search finds, ranked by time and by cost, and against the job as it is given. */
public final class OffersReport {
    /** Relative difference below which two forecasts are level: what the search takes for equal. */
    private static final double LEVEL = 1e-9;

    /** Fastest first, last those that do not fit. */
    private final List<Offer> offers;

    private final Ranking<Offer> byTime;
    private final Ranking<Offer> byCost;
    private final Offer given;

    private OffersReport(List<Offer> offers) {
        this.given = offers.get(0);
        List<Offer> fitting = offers.stream().filter(Offer::fits).toList();
        this.byTime = new Ranking<>(fitting, Offer::time, LEVEL);
        this.byCost = new Ranking<>(fitting, Offer::spending, LEVEL);
        this.offers = Stream.concat(byTime.rows().stream(), offers.stream().filter(o -> !o.fits()))
                .toList();
    }

    /** The report of {@code offers}; the first is the job as it is given. */
    public static Report of(List<Offer> offers) {
        return new OffersReport(List.copyOf(offers)).report();
    }

    private Report report() {
        List<Part> parts = new ArrayList<>(List.of(
                new Sentence("answer", sentence()),
                new Hidden("fastest", names(byTime.firsts())),
                new Hidden("cheapest", names(byCost.firsts())),
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
                Metric.of("rankByTime", "by time", Dimension.COUNT, o -> rank(o, byTime)),
                Metric.of("rankByCost", "by cost", Dimension.COUNT, o -> rank(o, byCost)),
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

    /** Null where nothing fits. */
    private static @Nullable Integer rank(Offer offer, Ranking<Offer> ranking) {
        return offer.fits() ? Integer.valueOf(ranking.rank(offer)) : null;
    }

    private static List<String> names(List<Offer> offers) {
        return offers.stream().map(Offer::name).toList();
    }

    private String sentence() {
        if (byTime.rows().isEmpty()) {
            return "The job fits none of these clusters.";
        }
        Offer first = byTime.first();
        Offer cheap = byCost.first();
        boolean priced = first.economics().pricePerDeviceHour() != null;
        return "By time: " + best(byTime, "fastest", "takes %s times as long") + ". By cost: "
                + best(byCost, "cheapest" + (priced ? "" : " at equal prices of a device"), "costs %s times as much")
                + "."
                + (first.equals(cheap) ? "" : trade(first, cheap));
    }

    private static String best(Ranking<Offer> ranking, String what, String behind) {
        List<String> firsts = names(ranking.firsts());
        int all = ranking.rows().size();
        if (firsts.size() == all) {
            return String.join(", ", firsts) + (all == 1 ? " is the only one that fits" : " are level");
        }
        return "%s %s %s, %s "
                        .formatted(
                                String.join(", ", firsts),
                                firsts.size() == 1 ? "is" : "are",
                                what,
                                ranking.last().name())
                + behind.formatted(Prints.full(Dimension.FACTOR, ranking.spread()));
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

package dev.trainwright.app.forecast;

import static dev.trainwright.quantity.Dimension.COUNT;
import static dev.trainwright.quantity.Dimension.JOULES;
import static dev.trainwright.quantity.Dimension.SECONDS;

import dev.trainwright.app.report.Facts;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.TextAndJson;
import dev.trainwright.forecast.Forecast.Effort;
import dev.trainwright.quantity.Prints;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hours, money and energy of the whole training. */
final class EffortSection {
    private static final List<Metric<Effort>> PRINTED = List.of(
            Estimates.of("", "steps", COUNT, Effort::steps),
            Estimates.hours("", "time without failures", Effort::hours),
            Estimates.hours("", "time with failures", Effort::hoursWithFailures),
            Estimates.of("", "checkpoint every", SECONDS, Effort::checkpointIntervalSeconds),
            Estimates.of("", "device-hours", COUNT, Effort::deviceHours),
            Metric.text("", "cost", EffortSection::money),
            Metric.number("", "energy at full board power", EffortSection::energy, Effort::energyKilowattHours));
    private static final List<Metric<Effort>> WRITTEN = List.of(
            field("steps", Effort::steps),
            field("hours", Effort::hours),
            field("hoursWithFailures", Effort::hoursWithFailures),
            field("checkpointIntervalSeconds", Effort::checkpointIntervalSeconds),
            field("deviceHours", Effort::deviceHours),
            field("cost", Effort::cost),
            field("currency", Effort::currency),
            field("energyKilowattHours", Effort::energyKilowattHours));

    private EffortSection() {}

    static Part of(@Nullable Effort effort) {
        return effort == null
                ? TextAndJson.nothing("effort")
                : new TextAndJson(
                        new Facts<>("", "The whole training", effort, PRINTED),
                        new Facts<>("effort", "", effort, WRITTEN));
    }

    private static @Nullable String money(Effort effort) {
        Double cost = effort.cost();
        String currency = effort.currency();
        return cost == null || currency == null ? null : Prints.money(cost, currency);
    }

    private static String energy(double kilowattHours) {
        return Prints.print(JOULES, 3.6e6 * kilowattHours);
    }

    private static Metric<Effort> field(
            String key, java.util.function.Function<Effort, ? extends @Nullable Object> value) {
        return new Metric<>(key, key, value, Object::toString);
    }
}

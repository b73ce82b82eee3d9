package dev.trainwright.app.answer;

import dev.trainwright.quantity.Price;
import dev.trainwright.quantity.Prints;
import org.jspecify.annotations.Nullable;

/**
 * What turns a speedup into hours and money.
 *
 * @param hoursOnOne hours of the job on one device; null where unknown
 * @param price of one device for one hour; null where unknown
 */
public record Economy(@Nullable Double hoursOnOne, @Nullable Price price) {

    @Nullable
    Double hours(double speedup) {
        return hoursOnOne == null ? null : hoursOnOne / speedup;
    }

    @Nullable
    Double deviceHours(double speedup, long devices) {
        Double hours = hours(speedup);
        return hours == null ? null : hours * devices;
    }

    @Nullable
    Double cost(double speedup, long devices) {
        Double deviceHours = deviceHours(speedup, devices);
        return deviceHours == null || price == null ? null : deviceHours * price.perHour();
    }

    @Nullable
    String priceWords() {
        return price == null ? null : money(price.perHour()) + "/h";
    }

    String money(double amount) {
        return Prints.money(amount, price == null ? "" : price.currency()).strip();
    }
}

package dev.trainwright.app.plan;

import dev.trainwright.cluster.Economics;
import dev.trainwright.forecast.Forecast;
import dev.trainwright.plan.Plan;
import org.jspecify.annotations.Nullable;

/**
 * A cluster that one could have for a job, and the fastest way of splitting the job over it.
 *
 * @param name as the user calls it
 * @param plan found for it
 */
public record Offer(String name, Plan plan) {

    /** Whether any layout of the job fits it. */
    public boolean fits() {
        return !plan.plans().isEmpty();
    }

    /** Of an offer that fits. */
    Forecast best() {
        return plan.plans().get(0);
    }

    Economics economics() {
        return plan.job().cluster().economics();
    }

    int devices() {
        return plan.job().cluster().devices();
    }

    /** The whole training's, failures included where they are known; null where the job does not say how much to train, or nothing fits. */
    @Nullable
    Double hours() {
        Forecast.Effort effort = fits() ? best().effort() : null;
        if (effort == null) {
            return null;
        }
        return effort.hoursWithFailures() == null ? Double.valueOf(effort.hours()) : effort.hoursWithFailures();
    }

    /** Null where price or length of the training are not given, or nothing fits. */
    @Nullable
    Double cost() {
        Forecast.Effort effort = fits() ? best().effort() : null;
        return effort == null ? null : effort.cost();
    }

    /** What offers that fit are ranked by: hours, or the time of a sample where the job has no end. */
    double time() {
        Double hours = hours();
        return hours == null ? 1 / best().throughput().samplesPerSecond() : hours;
    }

    /** What offers that fit are ranked by: money, or device time where no price is given. */
    double spending() {
        Double price = economics().pricePerDeviceHour();
        return time() * devices() * (price == null ? 1 : price);
    }
}

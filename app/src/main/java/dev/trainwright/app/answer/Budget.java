package dev.trainwright.app.answer;

import dev.trainwright.quantity.Price;
import dev.trainwright.spine.SixNd;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A training run by its totals: tokens = tokens/s of a device x device-seconds. Null is what is not known.
 *
 * @param parameters that one token passes through
 * @param tokens trained on
 * @param tokensPerSecond of one device
 * @param flopPerSecond that one device does of the model's FLOPs
 * @param peak of a device, dense, FLOP/s
 * @param deviceSeconds devices x time
 * @param devices exactly, a fraction where they follow from a time
 */
public record Budget(
        @Nullable Double parameters,
        @Nullable Double tokens,
        @Nullable Double tokensPerSecond,
        @Nullable Double flopPerSecond,
        @Nullable Double peak,
        @Nullable Double deviceSeconds,
        @Nullable Double devices,
        @Nullable Double seconds,
        @Nullable Price price) {

    /** Which of tokens, speed and device-seconds is asked for. */
    public enum Asked {
        TOKENS,
        SPEED,
        DEVICE_SECONDS
    }

    /** Those of the three that the others must give: one where the run is determined. */
    public List<Asked> open() {
        List<Asked> open = new ArrayList<>();
        if (tokens == null) {
            open.add(Asked.TOKENS);
        }
        if (speed() == null) {
            open.add(Asked.SPEED);
        }
        if (work() == null) {
            open.add(Asked.DEVICE_SECONDS);
        }
        return open;
    }

    private @Nullable Double speed() {
        return tokensPerSecond != null || parameters == null || flopPerSecond == null
                ? tokensPerSecond
                : Double.valueOf(SixNd.tokensPerSecond(parameters, flopPerSecond));
    }

    private @Nullable Double work() {
        return deviceSeconds != null || devices == null || seconds == null
                ? deviceSeconds
                : Double.valueOf(devices * seconds);
    }

    /** The whole run, where exactly one of the three is open. */
    public Budget solved() {
        Double speed = speed();
        Double work = work();
        double all = tokens != null ? tokens : product(speed, work);
        double rate = speed != null ? speed : all / value(work);
        double total = work != null ? work : all / rate;
        return new Budget(
                parameters != null || flopPerSecond == null
                        ? parameters
                        : Double.valueOf(SixNd.parameters(flopPerSecond, rate)),
                all,
                rate,
                flopPerSecond != null || parameters == null
                        ? flopPerSecond
                        : Double.valueOf(SixNd.flops(parameters, rate)),
                peak,
                total,
                devices != null || seconds == null ? devices : Double.valueOf(total / seconds),
                seconds != null || devices == null ? seconds : Double.valueOf(total / devices),
                price);
    }

    private static double product(@Nullable Double a, @Nullable Double b) {
        return value(a) * value(b);
    }

    private static double value(@Nullable Double known) {
        if (known == null) {
            throw new IllegalStateException("more than one of tokens, speed and device-seconds is open");
        }
        return known;
    }

    /** Share of the peak; null without one. */
    public @Nullable Double mfu() {
        return peak == null || flopPerSecond == null ? null : flopPerSecond / peak;
    }

    @Nullable
    Double flops() {
        return parameters == null || tokens == null ? null : SixNd.flops(parameters, tokens);
    }

    double deviceHours() {
        return value(deviceSeconds) / 3600;
    }

    @Nullable
    Double cost() {
        return price == null ? null : deviceHours() * price.perHour();
    }
}

package dev.trainwright.app.answer;

import dev.trainwright.spine.Spine;
import dev.trainwright.spine.WeakScaling;
import dev.trainwright.workload.Batch.Scaling;
import java.util.function.LongToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a speedup is computed from.
 *
 * @param scaling what is held fixed when devices are added
 * @param computeSeconds T_c, one device's compute of an iteration
 * @param syncSeconds T_s(k), for 2 devices and more
 * @param constantSync T_s where it does not depend on k, else null
 * @param economy hours and price, as far as known
 */
public record Setup(
        Scaling scaling,
        double computeSeconds,
        LongToDoubleFunction syncSeconds,
        @Nullable Double constantSync,
        Economy economy) {

    /** The same synchronisation time for any number of devices. */
    public static Setup constant(Scaling scaling, double computeSeconds, double syncSeconds, Economy economy) {
        return new Setup(scaling, computeSeconds, devices -> syncSeconds, syncSeconds, economy);
    }

    /** The same with other hours and price. */
    public Setup with(Economy other) {
        return new Setup(scaling, computeSeconds, syncSeconds, constantSync, other);
    }

    double sync(long devices) {
        return devices == 1 ? 0 : syncSeconds.applyAsDouble(devices);
    }

    double iterationSeconds(long devices) {
        return scaling == Scaling.STRONG
                ? Spine.iterationSeconds(computeSeconds, sync(devices), devices)
                : WeakScaling.iterationSeconds(computeSeconds, sync(devices), devices);
    }

    /** S(k). */
    public double speedup(long devices) {
        return scaling == Scaling.STRONG
                ? Spine.speedup(computeSeconds, sync(devices), devices)
                : WeakScaling.speedup(computeSeconds, sync(devices), devices);
    }
}

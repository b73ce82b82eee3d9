package dev.trainwright.train.trainer;

import java.util.Locale;

/**
 * The learning rate of each step.
 *
 * @param peak the rate after warm-up
 * @param warmupSteps steps of linear rise from 0
 * @param decay how it falls afterwards
 * @param totalSteps where it has fallen to {@code lowest}
 * @param lowest the rate at the end
 */
public record Schedule(double peak, long warmupSteps, Decay decay, long totalSteps, double lowest) {
    /** Share of the steps in which {@link Decay#WSD} falls, as MiniCPM's authors found enough (Hu et al., arXiv 2404.06395, section 4). */
    private static final double WSD_SHARE = 0.1;

    /** Ways to fall. */
    public enum Decay {
        CONSTANT,
        /** In a line. */
        LINEAR,
        /** As half a wave (Loshchilov and Hutter, arXiv 1608.03983, without restarts). */
        COSINE,
        /** Warm-up, stable, decay: stays, then falls in a line in the last tenth of the steps. */
        WSD;

        /** As it is written in options. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The same rate at every step. */
    public static Schedule constant(double rate) {
        return new Schedule(rate, 0, Decay.CONSTANT, 1, rate);
    }

    /** The rate of {@code step}, 1 for the first. */
    public double at(long step) {
        if (step <= warmupSteps) {
            return peak * step / warmupSteps;
        }
        return switch (decay) {
            case CONSTANT -> peak;
            case LINEAR -> peak + (lowest - peak) * done(step, warmupSteps);
            case COSINE -> lowest + (peak - lowest) * 0.5 * (1 + Math.cos(Math.PI * done(step, warmupSteps)));
            case WSD ->
                peak
                        + (lowest - peak)
                                * done(step, Math.max(warmupSteps, totalSteps - Math.round(WSD_SHARE * totalSteps)));
        };
    }

    /** What is done of the way from step {@code from} to the end, 0 before and 1 behind. */
    private double done(long step, long from) {
        return Math.min(1, Math.max(0, (double) (step - from) / Math.max(1, totalSteps - from)));
    }
}

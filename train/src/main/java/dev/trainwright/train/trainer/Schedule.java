package dev.trainwright.train.trainer;

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
    /** Ways to fall. */
    public enum Decay {
        CONSTANT,
        LINEAR,
        COSINE
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
        double done = Math.min(1, (double) (step - warmupSteps) / Math.max(1, totalSteps - warmupSteps));
        return switch (decay) {
            case CONSTANT -> peak;
            case LINEAR -> peak + (lowest - peak) * done;
            case COSINE -> lowest + (peak - lowest) * 0.5 * (1 + Math.cos(Math.PI * done));
        };
    }
}

package dev.trainwright.spine;

/** How many devices a target speedup needs. */
public sealed interface DevicesFor {

    /**
     * The target can be reached.
     *
     * @param devices the fewest whole devices
     * @param exactDevices the solution before rounding up
     * @param speedup what {@code devices} reach, at least the target
     */
    record Reached(long devices, double exactDevices, double speedup) implements DevicesFor {}

    /**
     * No number of devices reaches the target, or none that a long holds.
     *
     * @param ceiling the limit that the speedup approaches and never reaches
     * @param syncSecondsBelow the synchronisation must take less than this for the target to come into reach
     */
    record Unreachable(double ceiling, double syncSecondsBelow) implements DevicesFor {}
}

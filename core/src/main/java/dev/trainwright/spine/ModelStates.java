package dev.trainwright.spine;

import java.math.BigDecimal;

/** Memory of a model's states (weights, gradients, optimizer) from bytes per parameter: always a floor. */
public final class ModelStates {
    private ModelStates() {}

    /** Bytes of all states together. */
    public static double bytes(long parameters, double bytesPerParameter) {
        return exactBytes(parameters, bytesPerParameter).doubleValue();
    }

    /** The fewest devices whose memory together holds the states split evenly, computed exactly. */
    public static long devicesFor(long parameters, double bytesPerParameter, double memoryBytes) {
        Require.positive("the memory of a device", memoryBytes);
        return Exact.ceiling(exactBytes(parameters, bytesPerParameter), Exact.of(memoryBytes))
                .orElseThrow(() -> new IllegalArgumentException("no long holds the number of devices"));
    }

    /** The most parameters whose states some devices hold together, computed exactly. */
    public static long mostParameters(double bytesPerParameter, double memoryBytes, long devices) {
        Require.positive("the bytes per parameter", bytesPerParameter);
        Require.positive("the memory of a device", memoryBytes);
        Require.atLeast("the number of devices", 1, devices);
        return Exact.of(memoryBytes)
                .multiply(BigDecimal.valueOf(devices))
                .divideToIntegralValue(Exact.of(bytesPerParameter))
                .longValueExact();
    }

    private static BigDecimal exactBytes(long parameters, double bytesPerParameter) {
        Require.atLeast("the number of parameters", 1, parameters);
        Require.positive("the bytes per parameter", bytesPerParameter);
        return BigDecimal.valueOf(parameters).multiply(Exact.of(bytesPerParameter));
    }
}

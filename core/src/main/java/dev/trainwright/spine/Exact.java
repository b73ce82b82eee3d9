package dev.trainwright.spine;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.OptionalLong;

/**
 * Exact arithmetic for answers that are whole numbers, where one rounding changes the answer: in doubles
 * 0.1 / (0.1/6 - 0.01) is a little more than 15. A double stands for the decimal number that it prints as.
 */
final class Exact {
    private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);

    private Exact() {}

    static BigDecimal of(double value) {
        return BigDecimal.valueOf(value);
    }

    /** The smallest whole number at or above {@code numerator / denominator}, both positive; empty beyond a long. */
    static OptionalLong ceiling(BigDecimal numerator, BigDecimal denominator) {
        BigDecimal[] parts = numerator.divideAndRemainder(denominator);
        BigInteger whole = parts[0].toBigInteger();
        BigInteger up = parts[1].signum() > 0 ? whole.add(BigInteger.ONE) : whole;
        return up.compareTo(LARGEST) > 0 ? OptionalLong.empty() : OptionalLong.of(up.longValueExact());
    }

    static long ceiling(long numerator, long denominator) {
        return -Math.floorDiv(-numerator, denominator);
    }
}

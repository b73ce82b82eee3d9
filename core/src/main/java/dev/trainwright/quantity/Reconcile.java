package dev.trainwright.quantity;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Rounds the parts of a total so that the printed parts add up to the printed total, by the largest-remainder method
 * (Hamilton's apportionment): each part is rounded down, and the missing last digits go to the largest remainders.
 */
public final class Reconcile {

    private Reconcile() {}

    /**
     * Rounds {@code parts} to {@code decimals} digits after the point; their sum is {@code total} so rounded (half up).
     *
     * @throws IllegalArgumentException if the parts do not add up to the total
     */
    public static List<BigDecimal> round(double total, double[] parts, int decimals) {
        BigDecimal[] scaled = new BigDecimal[parts.length];
        BigInteger[] whole = new BigInteger[parts.length];
        BigInteger target = units(new BigDecimal(total), decimals, RoundingMode.HALF_UP);
        BigInteger missing = target;
        for (int i = 0; i < parts.length; i++) {
            scaled[i] = new BigDecimal(parts[i]).scaleByPowerOfTen(decimals);
            whole[i] = units(new BigDecimal(parts[i]), decimals, RoundingMode.FLOOR);
            missing = missing.subtract(whole[i]);
        }
        if (missing.signum() < 0 || missing.compareTo(BigInteger.valueOf(parts.length)) > 0) {
            throw new IllegalArgumentException("the parts do not add up to " + total);
        }
        IntStream.range(0, parts.length)
                .boxed()
                .sorted(Comparator.comparing((Integer i) -> scaled[i].subtract(new BigDecimal(whole[i])))
                        .reversed())
                .limit(missing.intValueExact())
                .forEach(i -> whole[i] = whole[i].add(BigInteger.ONE));
        return IntStream.range(0, parts.length)
                .mapToObj(i -> new BigDecimal(whole[i], decimals))
                .toList();
    }

    private static BigInteger units(BigDecimal value, int decimals, RoundingMode mode) {
        return value.scaleByPowerOfTen(decimals).setScale(0, mode).toBigInteger();
    }
}

package dev.trainwright.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ReconcileTest {

    @Test
    void thirdsAddUpToOneHundred() {
        double third = 100.0 / 3;
        List<BigDecimal> parts = Reconcile.round(100, new double[] {third, third, third}, 0);
        assertThat(parts).containsExactly(new BigDecimal(34), new BigDecimal(33), new BigDecimal(33));
    }

    /** Hamilton's method on the textbook electorate of 100,000 votes and ten seats. */
    @Test
    void apportionsAsHamiltonDid() {
        double[] quotas = {4.7, 1.6, 1.58, 1.2, 0.61, 0.31};
        assertThat(Reconcile.round(10, quotas, 0).stream().mapToInt(BigDecimal::intValueExact))
                .containsExactly(5, 2, 1, 1, 1, 0);
    }

    @Test
    void printedPartsAlwaysSumToThePrintedTotal() {
        SplittableRandom random = new SplittableRandom(7);
        for (int round = 0; round < 1000; round++) {
            double[] parts = DoubleStream.generate(() -> random.nextDouble(100))
                    .limit(1 + random.nextInt(12))
                    .toArray();
            double total = DoubleStream.of(parts).sum();
            int decimals = random.nextInt(4);
            List<BigDecimal> rounded = Reconcile.round(total, parts, decimals);
            assertThat(rounded.stream().reduce(BigDecimal.ZERO, BigDecimal::add))
                    .isEqualByComparingTo(new BigDecimal(total).setScale(decimals, RoundingMode.HALF_UP));
            for (int i = 0; i < parts.length; i++) {
                assertThat(Math.abs(rounded.get(i).doubleValue() - parts[i])).isLessThan(Math.pow(10, -decimals));
            }
        }
    }

    @Test
    void refusesPartsThatDoNotAddUp() {
        assertThatThrownBy(() -> Reconcile.round(10, new double[] {1, 2}, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}

package dev.trainwright.train.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.trainwright.train.launch.LocalLauncher;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FiguresTest {
    private static final Timing ONE = new Timing(1, 0);

    /** A machine whose product of m x k by k x n takes 2 m n k / 100 GFLOP/s x (1 + 40/m)(1 + 20/n)(1 + 10/k): the probes' sizes find these four numbers. */
    @Test
    void ratesComeBackFromTimesMadeWithThem() {
        Figures figures = figures(
                seconds(1024, 1024, 1024), seconds(64, 1024, 1024), seconds(1024, 64, 1024), seconds(1024, 1024, 64));
        assertThat(figures.half(figures.products().fewRows())).isCloseTo(40, within(1e-9));
        assertThat(figures.half(figures.products().fewColumns())).isCloseTo(20, within(1e-9));
        assertThat(figures.half(figures.products().shallow())).isCloseTo(10, within(1e-9));
        assertThat(figures.productFlops()).isCloseTo(100e9, within(1.0));
    }

    /** Less work that takes longer says nothing of the machine: no rate below 0, no infinite one. */
    @Test
    void disturbedMeasurementsAreRefused() {
        Figures figures =
                figures(seconds(1024, 1024, 1024), new Timing(1, 0), seconds(1024, 64, 1024), seconds(1024, 1024, 64));
        for (ThrowingCallable rate : List.<ThrowingCallable>of(
                figures::productFlops, figures::attentionBackwardFlops, figures::busBytesPerSecond)) {
            assertThatIllegalStateException().isThrownBy(rate).withMessageContaining("measure again");
        }
    }

    /** Median and quartiles of 1, 2, 3, 4, 100: 3, 2 and 4. */
    @Test
    void medianAndSpread() {
        assertThat(Timing.of(100, 3, 1, 4, 2)).isEqualTo(new Timing(3, 1.0 / 3));
    }

    /** Two real processes: less work takes less time, and a process with libtorch holds more than its libraries' 50 MB. */
    @Test
    void probesARealMachine(@TempDir Path folder) {
        Path file = folder.resolve("figures.json");
        List<String> said = Collections.synchronizedList(new ArrayList<>());
        LocalLauncher.Outcome outcome = LocalLauncher.run(new LocalLauncher.Spec(
                LocalLauncher.java(ProbeRank.class, List.of("1", file.toString(), "1")),
                2,
                1,
                Map.of(),
                said::add,
                child -> {}));
        assertThat(outcome.ok()).as(outcome.cause() + said).isTrue();
        Figures figures = Figures.read(file);
        assertThat(figures.ranks()).isEqualTo(2);
        assertThat(figures.products().fewRows().seconds())
                .isLessThan(figures.products().full().seconds());
        assertThat(figures.attention().forward().seconds())
                .isLessThan(figures.attention().both().seconds());
        assertThat(figures.kernelSeconds()).isLessThan(figures.stream().seconds());
        assertThat(figures.busBytesPerSecond()).isPositive().isLessThan(figures.memoryBytesPerSecond());
        assertThat(figures.residentBytes()).isGreaterThan(50e6);
        assertThat(figures.training().residentBytes()).isGreaterThan(figures.residentBytes());
        assertThat(figures.engine()).matches("[0-9]+\\.[0-9]+\\.[0-9]+");
    }

    private static Timing seconds(double m, double n, double k) {
        return new Timing(2 * m * n * k / 100e9 * (1 + 40 / m) * (1 + 20 / n) * (1 + 10 / k), 0);
    }

    private static Figures figures(Timing product, Timing fewRows, Timing fewColumns, Timing shallow) {
        Figures.Passes once = new Figures.Passes(ONE, ONE);
        return new Figures(
                2,
                1,
                "2.10.0",
                new Figures.Products(product, fewRows, fewColumns, shallow, ONE),
                once,
                once,
                once,
                ONE,
                ONE,
                List.of(
                        new Figures.Transfer(Figures.Transfer.ALL_REDUCE, 4, ONE),
                        new Figures.Transfer(Figures.Transfer.ALL_REDUCE, 1 << 20, ONE)),
                null,
                ONE,
                1e8,
                new Figures.Training(ONE, ONE, 1e8),
                0);
    }
}

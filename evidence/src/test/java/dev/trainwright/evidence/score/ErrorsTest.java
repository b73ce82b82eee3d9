package dev.trainwright.evidence.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class ErrorsTest {

    /** Errors of +10 %, -20 %, +30 %: by hand. */
    @Test
    void errorsAreSharesOfTheMeasurement() {
        Errors errors =
                Errors.of(List.of(new Errors.Pair(110, 100), new Errors.Pair(0.8, 1.0), new Errors.Pair(26, 20)));

        assertThat(errors.rows()).isEqualTo(3);
        assertThat(errors.mape()).isCloseTo(0.2, within(1e-12));
        assertThat(errors.medianApe()).isCloseTo(0.2, within(1e-12));
        assertThat(errors.bias()).isCloseTo(0.1, within(1e-12));
        assertThat(errors.worst()).isCloseTo(0.3, within(1e-12));
        assertThat(errors.p90Ape()).isBetween(0.25, 0.3001);
    }

    @Test
    void nothingMeasuredIsNoError() {
        Errors none = Errors.of(List.of());

        assertThat(none.rows()).isZero();
        assertThat(none.mape()).isNaN();
        assertThat(none.medianApe()).isNaN();
    }
}

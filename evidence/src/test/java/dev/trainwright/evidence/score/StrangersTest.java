package dev.trainwright.evidence.score;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.calibration.Calibrations;
import dev.trainwright.cluster.Catalogue;
import dev.trainwright.evidence.Evidence;
import dev.trainwright.evidence.row.Measured;
import org.junit.jupiter.api.Test;

/** Rows of a source that nothing is known of are forecast all the same. */
class StrangersTest {

    @Test
    void atLeast85PercentOfTimedRowsAreForecast() {
        var outcomes = new Evidence(Catalogue.builtIn(), Calibrations.builtIn())
                .ofStrangers().outcomes().values().stream()
                        .flatMap(java.util.List::stream)
                        .filter(outcome -> timed(outcome.row().measured()))
                        .toList();
        long refused =
                outcomes.stream().filter(Outcome.Refused.class::isInstance).count();

        assertThat(outcomes).hasSizeGreaterThan(1000);
        assertThat((double) refused / outcomes.size()).isLessThan(0.15);
    }

    private static boolean timed(Measured measured) {
        return measured.iterationSeconds() != null && !measured.outOfMemory();
    }
}

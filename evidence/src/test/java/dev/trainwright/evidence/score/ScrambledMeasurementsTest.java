package dev.trainwright.evidence.score;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.calibration.Calibrations;
import dev.trainwright.cluster.Catalogue;
import dev.trainwright.evidence.job.Assumptions;
import dev.trainwright.evidence.job.RowToJob;
import dev.trainwright.evidence.row.Measured;
import dev.trainwright.evidence.row.OwnRows;
import dev.trainwright.evidence.row.Row;
import dev.trainwright.evidence.row.RowFile;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Forecasts do not depend on what was measured: other measurements, the same forecasts. */
class ScrambledMeasurementsTest {
    private final Harness harness =
            new Harness(new RowToJob(Catalogue.builtIn(), Assumptions.own()), Forecasts.with(Calibrations.builtIn()));
    private final SplittableRandom random = new SplittableRandom(20261202);

    static List<RowFile> files() {
        return OwnRows.files().stream()
                .filter(file -> List.of(
                                "bigscience.csv",
                                "llm_foundry.csv",
                                "torchtitan.csv",
                                "maxtext.csv",
                                "simumax_b200.csv")
                        .contains(file.name()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("files")
    void forecastsStayWhatTheyWere(RowFile file) {
        List<Row> scrambled = new ArrayList<>();
        for (Row row : file.rows()) {
            scrambled.add(new Row(row.line(), row.inputs(), scrambled(row.measured())));
        }

        List<Double> before = forecasts(harness.run(file));
        List<Double> after = forecasts(harness.run(new RowFile(file.name(), scrambled)));

        assertThat(after).isNotEmpty().isEqualTo(before);
    }

    private Measured scrambled(Measured measured) {
        return new Measured(
                scrambled(measured.iterationSeconds()),
                scrambled(measured.throughput()),
                scrambled(measured.modelFlops()),
                scrambled(measured.mfu()),
                scrambled(measured.hardwareFlops()),
                scrambled(measured.peakMemoryGib()),
                !measured.outOfMemory());
    }

    private @Nullable Double scrambled(@Nullable Double value) {
        return value == null ? null : value * random.nextDouble(0.1, 10);
    }

    private static List<Double> forecasts(List<Outcome> outcomes) {
        return outcomes.stream()
                .filter(Outcome.Forecasted.class::isInstance)
                .map(Outcome.Forecasted.class::cast)
                .flatMap(row -> java.util.stream.Stream.of(row.seconds(), row.bytes()))
                .toList();
    }
}

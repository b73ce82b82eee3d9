package dev.trainwright.evidence.score;

import dev.trainwright.evidence.job.Basis;
import dev.trainwright.evidence.job.Planned;
import dev.trainwright.evidence.job.Refusal;
import dev.trainwright.evidence.job.RowToJob;
import dev.trainwright.evidence.row.Measured;
import dev.trainwright.evidence.row.Row;
import dev.trainwright.evidence.row.RowFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Forecasts every row of a file and sets what was measured beside it. */
public final class Harness {
    private final RowToJob rowToJob;
    private final Function<Planned, Prediction> forecaster;

    /**
     * A harness.
     *
     * @param forecaster throws IllegalArgumentException for a job that it cannot forecast
     */
    public Harness(RowToJob rowToJob, Function<Planned, Prediction> forecaster) {
        this.rowToJob = rowToJob;
        this.forecaster = forecaster;
    }

    /** What becomes of each row of {@code file}, in its order. */
    public List<Outcome> run(RowFile file) {
        Basis basis = Basis.of(file.rows());
        List<Outcome> outcomes = new ArrayList<>();
        for (Row row : file.rows()) {
            outcomes.add(basis.isInput(row) ? new Outcome.Input(row) : outcome(row, basis.of(row)));
        }
        return outcomes;
    }

    /** The one-device runs of {@code file} forecast from their shape alone, where they have one. */
    public List<Outcome> runInputs(RowFile file) {
        Basis basis = Basis.of(file.rows());
        return file.rows().stream()
                .filter(basis::isInput)
                .map(row -> outcome(row, Optional.empty()))
                .toList();
    }

    private Outcome outcome(Row row, Optional<Row> oneDevice) {
        Double known = oneDevice.map(one -> one.measured().throughput()).orElse(null);
        try {
            Planned planned = rowToJob.plan(row.inputs(), known);
            Prediction predicted = forecaster.apply(planned);
            if (!(predicted.seconds() > 0) || Double.isInfinite(predicted.seconds())) {
                throw new IllegalArgumentException("the forecast is no finite time above 0");
            }
            Double throughput = row.measured().throughput();
            Double speedup = known == null || throughput == null ? null : throughput / known;
            return new Outcome.Forecasted(
                    row, planned, predicted, seconds(row.measured(), planned, predicted), speedup);
        } catch (Refusal | IllegalArgumentException refused) {
            return new Outcome.Refused(row, String.valueOf(refused.getMessage()));
        }
    }

    /** The measured time: printed or derived; else from throughput; else from FLOP/s by the source's way of counting. */
    private static @Nullable Double seconds(Measured measured, Planned planned, Prediction predicted) {
        if (measured.iterationSeconds() != null) {
            return measured.iterationSeconds();
        }
        if (measured.throughput() != null) {
            return planned.batch() * planned.unitsPerSample() / measured.throughput();
        }
        Double model = modelFlops(measured, planned);
        double devices = planned.job().cluster().devices() / planned.scale();
        if (model != null) {
            double counted = planned.fullAttention() ? predicted.modelFlopsFull() : predicted.modelFlops();
            return counted / (model * devices);
        }
        if (measured.hardwareFlops() != null) {
            return predicted.hardwareFlops() / (measured.hardwareFlops() * devices);
        }
        return null;
    }

    private static @Nullable Double modelFlops(Measured measured, Planned planned) {
        Double mfu = measured.mfu();
        if (measured.modelFlops() != null || mfu == null) {
            return measured.modelFlops();
        }
        var precision = planned.job().workload().precision();
        return mfu * planned.job().cluster().pools().get(0).type().accelerator().peak(precision.matmul());
    }
}

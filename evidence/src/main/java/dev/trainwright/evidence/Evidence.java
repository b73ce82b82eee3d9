package dev.trainwright.evidence;

import dev.trainwright.calibration.Calibrations;
import dev.trainwright.cluster.Catalogue;
import dev.trainwright.evidence.job.Assumptions;
import dev.trainwright.evidence.job.CollectiveJobs;
import dev.trainwright.evidence.job.RowToJob;
import dev.trainwright.evidence.row.CollectiveFile;
import dev.trainwright.evidence.row.OwnRows;
import dev.trainwright.evidence.row.RowFile;
import dev.trainwright.evidence.score.Forecasts;
import dev.trainwright.evidence.score.Harness;
import dev.trainwright.evidence.score.Results;
import java.util.List;

/** Holds the project's forecasts against measured runs. */
public final class Evidence {
    private final Catalogue catalogue;
    private final Calibrations calibrations;

    /** Evidence for forecasts by {@code calibrations}. */
    public Evidence(Catalogue catalogue, Calibrations calibrations) {
        this.catalogue = catalogue;
        this.calibrations = calibrations;
    }

    /** Against the rows that the project carries. */
    public Results own() {
        return against(OwnRows.files(), List.of(OwnRows.collectives()));
    }

    /** Against {@code rows} and {@code collectives}. */
    public Results against(List<RowFile> rows, List<CollectiveFile> collectives) {
        Assumptions assumptions = Assumptions.own();
        Harness harness = new Harness(new RowToJob(catalogue, assumptions), Forecasts.with(calibrations));
        CollectiveJobs jobs = new CollectiveJobs(catalogue, assumptions);
        return Results.of(
                rows,
                collectives,
                harness,
                row -> jobs.seconds(
                        row,
                        cluster -> calibrations.select(
                                cluster.pools().get(0).type().accelerator(), "any")));
    }
}

package dev.trainwright.evidence;

import dev.trainwright.calibration.Calibrations;
import dev.trainwright.cluster.Catalogue;
import dev.trainwright.evidence.fit.FittedLink;
import dev.trainwright.evidence.fit.LinkFit;
import dev.trainwright.evidence.job.Assumptions;
import dev.trainwright.evidence.job.Collective;
import dev.trainwright.evidence.job.CollectiveJobs;
import dev.trainwright.evidence.job.RowToJob;
import dev.trainwright.evidence.row.CollectiveFile;
import dev.trainwright.evidence.row.CollectiveRow;
import dev.trainwright.evidence.row.OwnRows;
import dev.trainwright.evidence.row.RowFile;
import dev.trainwright.evidence.score.Forecasts;
import dev.trainwright.evidence.score.Harness;
import dev.trainwright.evidence.score.Results;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

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

    /** Against the training runs that the project carries, as if nothing were known of their sources beyond the rows. */
    public Results ofStrangers() {
        return against(OwnRows.files(), List.of(), Assumptions.own().ofAnySource());
    }

    /** Against {@code rows} and {@code collectives}. */
    public Results against(List<RowFile> rows, List<CollectiveFile> collectives) {
        return against(rows, collectives, Assumptions.own());
    }

    private Results against(List<RowFile> rows, List<CollectiveFile> collectives, Assumptions assumptions) {
        Harness harness = new Harness(new RowToJob(catalogue, assumptions), Forecasts.with(calibrations));
        var known = known(assumptions);
        return Results.of(
                rows,
                collectives,
                harness,
                row -> known.apply(row).map(c -> OptionalDouble.of(c.seconds())).orElse(OptionalDouble.empty()));
    }

    /** Links that {@code collectives} measure, fitted. */
    public List<FittedLink> links(List<CollectiveFile> collectives, String date) {
        return LinkFit.of(collectives, known(Assumptions.own()), date);
    }

    private Function<CollectiveRow, Optional<Collective>> known(Assumptions assumptions) {
        CollectiveJobs jobs = new CollectiveJobs(catalogue, assumptions);
        return row -> jobs.of(
                row,
                cluster -> calibrations.select(cluster.pools().get(0).type().accelerator(), "any"));
    }
}

package dev.trainwright.app.command;

import dev.trainwright.calibration.Calibrations;
import dev.trainwright.cluster.Catalogue;
import dev.trainwright.evidence.Evidence;
import dev.trainwright.evidence.row.CollectiveFile;
import dev.trainwright.evidence.row.EvidenceFile;
import dev.trainwright.evidence.row.OwnRows;
import dev.trainwright.evidence.row.RowFile;
import dev.trainwright.evidence.row.RowFileException;
import dev.trainwright.evidence.score.Results;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --rows FILE}, for commands that hold forecasts against measurements. */
final class RowFiles {
    @Option(
            names = "--rows",
            paramLabel = "FILE",
            description = "Measured rows: CSV of training runs or of collectives, or a log of nccl-tests. Repeatable.")
    private List<Path> rows = new ArrayList<>();

    @Option(
            names = "--catalogue",
            paramLabel = "DIR",
            description = "Hardware of your own that rows ran on, besides the catalogue that comes with the program.")
    private @Nullable Path folder;

    /** Forecasts by {@code calibrations} on the catalogue and the folder given, which is of rows alone. */
    Evidence evidence(Calibrations calibrations) {
        if (folder != null && !given()) {
            throw Failure.wrongInput("--catalogue is of --rows: what yours ran on");
        }
        Catalogue catalogue = Catalogue.builtIn();
        return new Evidence(folder == null ? catalogue : catalogue.with(folder), calibrations);
    }

    /** Whether the rows' hardware is given. */
    boolean hasCatalogue() {
        return folder != null;
    }

    /** Whether there are any. */
    boolean given() {
        return !rows.isEmpty();
    }

    /**
     * What the files hold.
     *
     * @param runs training runs
     * @param collectives collectives
     */
    record Rows(List<RowFile> runs, List<CollectiveFile> collectives) {
        /** Forecasts of these alone. */
        Results against(Evidence evidence) {
            return evidence.against(runs, collectives);
        }

        /** Forecasts of these and of those that come with the program. */
        Results with(Evidence evidence) {
            List<RowFile> allRuns = new ArrayList<>(OwnRows.files());
            allRuns.addAll(runs);
            List<CollectiveFile> allCollectives = new ArrayList<>(List.of(OwnRows.collectives()));
            allCollectives.addAll(collectives);
            return evidence.against(allRuns, allCollectives);
        }
    }

    /** Reads the given files. */
    Rows read() {
        List<RowFile> runs = new ArrayList<>();
        List<CollectiveFile> collectives = new ArrayList<>();
        for (Path path : rows) {
            try {
                EvidenceFile file = EvidenceFile.read(path);
                if (file instanceof EvidenceFile.Runs run) {
                    runs.add(run.file());
                } else if (file instanceof EvidenceFile.Collectives collective) {
                    collectives.add(collective.file());
                }
            } catch (IOException e) {
                String why = e instanceof NoSuchFileException ? "no such file" : "cannot be read: " + e.getMessage();
                throw Failure.wrongInput(path + ": " + why);
            } catch (RowFileException e) {
                throw Failure.wrongInput(String.valueOf(e.getMessage()));
            }
        }
        return new Rows(runs, collectives);
    }
}

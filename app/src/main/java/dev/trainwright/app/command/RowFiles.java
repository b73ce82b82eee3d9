package dev.trainwright.app.command;

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
import picocli.CommandLine.Option;

/** {@code --rows FILE}, for commands that hold forecasts against measurements. */
final class RowFiles {
    @Option(
            names = "--rows",
            paramLabel = "FILE",
            description = "Measured rows: CSV of training runs or of collectives, or a log of nccl-tests. Repeatable.")
    private List<Path> rows = new ArrayList<>();

    /** Whether there are any. */
    boolean given() {
        return !rows.isEmpty();
    }

    /** Forecasts of the given rows alone. */
    Results against(Evidence evidence) {
        List<RowFile> runs = new ArrayList<>();
        List<CollectiveFile> collectives = new ArrayList<>();
        read(runs, collectives);
        return evidence.against(runs, collectives);
    }

    /** Forecasts of the given rows and of those that come with the program. */
    Results with(Evidence evidence) {
        List<RowFile> runs = new ArrayList<>(OwnRows.files());
        List<CollectiveFile> collectives = new ArrayList<>(List.of(OwnRows.collectives()));
        read(runs, collectives);
        return evidence.against(runs, collectives);
    }

    /** The given collectives. */
    List<CollectiveFile> collectives() {
        List<CollectiveFile> collectives = new ArrayList<>();
        read(new ArrayList<>(), collectives);
        return collectives;
    }

    /** Whether there are measured training runs among them. */
    boolean hasRuns() {
        List<RowFile> runs = new ArrayList<>();
        read(runs, new ArrayList<>());
        return !runs.isEmpty();
    }

    private void read(List<RowFile> runs, List<CollectiveFile> collectives) {
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
    }
}

package dev.trainwright.app.command;

import dev.trainwright.calibration.Calibrations;
import dev.trainwright.evidence.Evidence;
import dev.trainwright.evidence.report.AccuracyDocs;
import dev.trainwright.evidence.report.ScoreTable;
import dev.trainwright.evidence.report.WorstRows;
import dev.trainwright.evidence.score.FileScore;
import dev.trainwright.evidence.score.Results;
import dev.trainwright.evidence.score.ScoreJson;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code trainwright evidence}: forecasts against published, measured runs. */
@Command(
        name = "evidence",
        description = {
            "Holds forecasts against published, measured runs.",
            "Without --rows, against the rows that Trainwright carries; docs/accuracy.md explains every figure."
        },
        footerHeading = "%nExample:%n",
        footer = "  trainwright evidence --worst 5")
public final class EvidenceCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private RowFiles rows = new RowFiles();

    @Option(names = "--json", description = "Print JSON; errors are shares, not percent.")
    private boolean json;

    @Option(
            names = "--worst",
            paramLabel = "N",
            defaultValue = "0",
            description = "Also print the N rows that forecasts miss the most, with their terms.")
    private int worst;

    @Option(
            names = "--calibration",
            paramLabel = "FILE",
            description = "Use this calibration before the built-in ones.")
    private List<Path> calibrations = new ArrayList<>();

    @Option(
            names = "--write-docs",
            paramLabel = "DIR",
            description = "Write accuracy.md, accuracy.svg and accuracy.json into DIR.")
    private @Nullable Path docs;

    @Override
    public Integer call() {
        if (worst < 0) {
            throw Failure.wrongInput("--worst takes a number of rows, 0 or more, not " + worst);
        }
        Calibrations constants = Calibrations.builtIn();
        for (Path file : calibrations) {
            constants = constants.with(file);
        }
        Evidence evidence = rows.evidence(constants);
        Results results = rows.given() ? rows.read().against(evidence) : evidence.own();
        if (docs != null) {
            OutputFiles.write(AccuracyDocs.of(results, evidence.ofStrangers(), docs));
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(ScoreJson.of(results.files(), results.overall()));
        } else {
            print(results, out);
        }
        return ExitCode.OK;
    }

    private void print(Results results, PrintWriter out) {
        List<FileScore> scores = new ArrayList<>(results.files());
        scores.add(results.overall());
        out.print(ScoreTable.text(scores));
        results.overall().refusals().forEach((reason, count) -> out.println("refused " + count + ": " + reason));
        if (worst > 0) {
            out.println();
            out.print(WorstRows.text(
                    results.outcomes().values().stream().flatMap(List::stream).toList(), worst));
        }
    }
}

package dev.trainwright.evidence.report;

import dev.trainwright.evidence.score.Errors;
import dev.trainwright.evidence.score.FileScore;
import dev.trainwright.evidence.score.Outcome;
import dev.trainwright.evidence.score.Results;
import dev.trainwright.evidence.score.ScoreJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The pages on accuracy: {@code accuracy.md} for people, {@code accuracy.svg} with one dot a run, {@code accuracy.json} for the test that no figure gets worse. */
public final class AccuracyDocs {
    private static final String ROOT = "/dev/trainwright/evidence/";

    private static final Set<String> STRANGERS = Set.of("file", "rows", "refused", "timed", "mean", "median", "p90");

    private AccuracyDocs() {}

    /**
     * The three texts by their places in {@code directory}.
     *
     * @param strangers of the same runs, as if nothing were known of their sources
     */
    public static Map<Path, String> of(Results results, Results strangers, Path directory) {
        Map<Path, String> files = new LinkedHashMap<>();
        files.put(directory.resolve("accuracy.md"), page(results, strangers));
        files.put(directory.resolve("accuracy.svg"), ScatterSvg.of(pairs(results)));
        files.put(directory.resolve("accuracy.json"), ScoreJson.of(results.files(), results.overall()) + "\n");
        return files;
    }

    private static String page(Results results, Results strangers) {
        return text(ROOT + "accuracy.md")
                .replace("{{scores}}", ScoreTable.markdown(scores(results)).strip())
                .replace("{{anchors}}", Anchors.markdown(results).strip())
                .replace(
                        "{{strangers}}",
                        ScoreTable.markdown(scores(strangers), STRANGERS).strip())
                .replace("{{heldOut}}", heldOut().strip())
                .replace("{{refusals}}", refusals(results.overall()).strip());
    }

    private static List<FileScore> scores(Results results) {
        List<FileScore> scores = new ArrayList<>(results.files());
        scores.add(results.overall());
        return scores;
    }

    /** The figures of runs left out of the fits, where they have been computed. */
    private static String heldOut() {
        return AccuracyDocs.class.getResource(ROOT + "heldout.csv") == null
                ? "Not computed yet: the figures above are of runs that the constants were fitted on."
                : HeldOutTable.markdown(text(ROOT + "heldout.csv"));
    }

    private static String refusals(FileScore overall) {
        StringBuilder text = new StringBuilder("| rows | reason |\n|---:|---|\n");
        overall.refusals()
                .forEach((reason, rows) -> text.append("| ")
                        .append(rows)
                        .append(" | ")
                        .append(reason.replace("|", "\\|"))
                        .append(" |\n"));
        return text.toString();
    }

    private static Map<String, List<Errors.Pair>> pairs(Results results) {
        Map<String, List<Errors.Pair>> pairs = new LinkedHashMap<>();
        results.outcomes()
                .forEach((file, outcomes) -> pairs.put(
                        file,
                        outcomes.stream()
                                .filter(Outcome.Forecasted.class::isInstance)
                                .flatMap(outcome -> FileScore.time((Outcome.Forecasted) outcome).stream())
                                .toList()));
        return pairs;
    }

    private static String text(String resource) {
        try (InputStream in = AccuracyDocs.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks its file " + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

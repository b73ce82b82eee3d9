package dev.trainwright.evidence.score;

import dev.trainwright.evidence.row.CollectiveFile;
import dev.trainwright.evidence.row.CollectiveRow;
import dev.trainwright.evidence.row.RowFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * What came of holding forecasts against files of rows.
 *
 * @param files scores in the order of the files
 * @param overall of all rows together
 * @param outcomes of each file's rows, by file
 * @param time forecasts and measurements of iteration time, by file
 */
public record Results(
        List<FileScore> files,
        FileScore overall,
        Map<String, List<Outcome>> outcomes,
        Map<String, List<Errors.Pair>> time) {

    /**
     * Forecasts everything.
     *
     * @param collectiveSeconds seconds of a collective by forecast, or nothing where the network is not known
     */
    public static Results of(
            List<RowFile> rowFiles,
            List<CollectiveFile> collectiveFiles,
            Harness harness,
            Function<CollectiveRow, OptionalDouble> collectiveSeconds) {
        List<FileScore> scores = new ArrayList<>();
        Map<String, List<Outcome>> outcomes = new LinkedHashMap<>();
        Map<String, List<Errors.Pair>> time = new LinkedHashMap<>();
        List<Outcome> inputs = new ArrayList<>();
        for (RowFile file : rowFiles) {
            List<Outcome> ran = harness.run(file);
            List<Outcome> shaped = harness.runInputs(file);
            inputs.addAll(shaped);
            outcomes.put(file.name(), ran);
            time.put(file.name(), pairs(ran));
            scores.add(FileScore.of(file.name(), ran, shaped, List.of(), 0));
        }
        List<Errors.Pair> collectives = new ArrayList<>();
        int collectiveRows = 0;
        for (CollectiveFile file : collectiveFiles) {
            List<Errors.Pair> pairs = collectives(file, collectiveSeconds);
            collectives.addAll(pairs);
            collectiveRows += file.rows().size();
            scores.add(FileScore.of(
                    file.name(), List.of(), List.of(), pairs, file.rows().size()));
        }
        List<Outcome> all = outcomes.values().stream().flatMap(List::stream).toList();
        return new Results(scores, FileScore.of("overall", all, inputs, collectives, collectiveRows), outcomes, time);
    }

    private static List<Errors.Pair> pairs(List<Outcome> outcomes) {
        List<Errors.Pair> pairs = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            if (outcome instanceof Outcome.Forecasted row
                    && !row.row().measured().outOfMemory()) {
                pairs.addAll(FileScore.time(row));
            }
        }
        return pairs;
    }

    private static List<Errors.Pair> collectives(
            CollectiveFile file, Function<CollectiveRow, OptionalDouble> collectiveSeconds) {
        List<Errors.Pair> pairs = new ArrayList<>();
        for (CollectiveRow row : file.rows()) {
            Double measured = row.time();
            OptionalDouble forecast = measured == null ? OptionalDouble.empty() : collectiveSeconds.apply(row);
            if (measured != null && forecast.isPresent()) {
                pairs.add(new Errors.Pair(forecast.getAsDouble(), measured));
            }
        }
        return pairs;
    }
}

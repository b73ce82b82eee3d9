package dev.trainwright.evidence.score;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How forecasts of one file's rows, or of many files' rows together, did.
 *
 * @param file its name, or {@code overall}
 * @param rows in the file
 * @param inputs one-device runs that other forecasts start from
 * @param refusals rows refused, by reason
 * @param time errors of iteration time
 * @param oneDevice errors of the inputs themselves, forecast from their shape
 * @param memory errors of peak memory
 * @param outOfMemory rows that did not fit
 * @param outOfMemorySaid those of them that the forecast says do not fit
 * @param interval how time's intervals did
 * @param scaling errors of the speedup over one device
 * @param collective errors of collectives' time
 * @param choices what choosing by forecast costs
 */
public record FileScore(
        String file,
        int rows,
        int inputs,
        Map<String, Integer> refusals,
        Errors time,
        Errors oneDevice,
        Errors memory,
        int outOfMemory,
        int outOfMemorySaid,
        Coverage interval,
        Errors scaling,
        Errors collective,
        Choices choices) {

    /** Rows refused. */
    public int refused() {
        return refusals.values().stream().mapToInt(n -> n).sum();
    }

    /** Of all outcomes of one file, or of several. */
    public static FileScore of(
            String file,
            List<Outcome> outcomes,
            List<Outcome> inputs,
            List<Errors.Pair> collectives,
            int collectiveRows) {
        Map<String, Integer> refusals = new TreeMap<>();
        List<Outcome.Forecasted> forecasts = new ArrayList<>();
        int inputRows = 0;
        for (Outcome outcome : outcomes) {
            if (outcome instanceof Outcome.Refused refused) {
                refusals.merge(kind(refused.reason()), 1, Integer::sum);
            } else if (outcome instanceof Outcome.Forecasted forecasted) {
                forecasts.add(forecasted);
            } else {
                inputRows++;
            }
        }
        List<Outcome.Forecasted> ran = forecasts.stream()
                .filter(f -> !f.row().measured().outOfMemory())
                .toList();
        List<Outcome.Forecasted> outOfMemory =
                forecasts.stream().filter(f -> f.row().measured().outOfMemory()).toList();
        int unread = collectiveRows - collectives.size();
        if (unread > 0) {
            refusals.put("collective without size or time, or on a network not named", unread);
        }
        return new FileScore(
                file,
                outcomes.size() + collectiveRows,
                inputRows,
                refusals,
                Errors.of(ran.stream().flatMap(f -> time(f).stream()).toList()),
                Errors.of(inputs.stream().flatMap(o -> oneDevice(o).stream()).toList()),
                Errors.of(ran.stream().flatMap(f -> memory(f).stream()).toList()),
                outOfMemory.size(),
                (int) outOfMemory.stream().filter(f -> !f.predicted().fits()).count(),
                Coverage.ofTime(ran),
                Errors.of(ran.stream().flatMap(f -> scaling(f).stream()).toList()),
                Errors.of(collectives),
                Choices.of(ran));
    }

    private static List<Errors.Pair> oneDevice(Outcome outcome) {
        return outcome instanceof Outcome.Forecasted forecasted ? time(forecasted) : List.of();
    }

    /** Forecast and measured time of {@code row}, or nothing where none was measured. */
    public static List<Errors.Pair> time(Outcome.Forecasted row) {
        return pair(row.seconds(), row.measuredSeconds());
    }

    private static List<Errors.Pair> memory(Outcome.Forecasted row) {
        Double gib = row.row().measured().peakMemoryGib();
        return pair(row.bytes(), gib == null ? null : gib * 0x1p30);
    }

    private static List<Errors.Pair> scaling(Outcome.Forecasted row) {
        return row.measuredSpeedup() == null ? List.of() : pair(row.speedup(), row.measuredSpeedup());
    }

    private static List<Errors.Pair> pair(double forecast, @Nullable Double measured) {
        return measured == null ? List.of() : List.of(new Errors.Pair(forecast, measured));
    }

    /** Reasons that differ in figures only are one reason. */
    private static String kind(String reason) {
        return reason.lines().findFirst().orElse("").replaceAll("[0-9][0-9.,]*", "N");
    }
}

package dev.trainwright.evidence.score;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What it costs to choose a layout by forecast, over groups of runs of the same model, devices and batch that differ in layout.
 *
 * @param groups how many groups of at least two runs
 * @param mean measured time of the forecast's best over the measured best, less 1
 * @param max the same in the worst group
 * @param rankCorrelation mean of Kendall's tau-b between forecast and measured times
 */
public record Choices(int groups, double mean, double max, double rankCorrelation) {

    /** Over all rows that have a measured time. */
    static Choices of(List<Outcome.Forecasted> rows) {
        Map<String, List<Outcome.Forecasted>> groups =
                rows.stream().filter(row -> row.measuredSeconds() != null).collect(Collectors.groupingBy(Choices::key));
        List<Double> regrets = new ArrayList<>();
        List<Double> taus = new ArrayList<>();
        for (List<Outcome.Forecasted> group : groups.values()) {
            long layouts = group.stream()
                    .map(r -> r.planned().job().layout())
                    .distinct()
                    .count();
            if (layouts > 1) {
                regrets.add(regret(group));
                taus.add(tau(group));
            }
        }
        return new Choices(
                regrets.size(),
                regrets.stream().mapToDouble(r -> r).average().orElse(Double.NaN),
                regrets.stream().mapToDouble(r -> r).max().orElse(Double.NaN),
                taus.stream().mapToDouble(t -> t).average().orElse(Double.NaN));
    }

    private static String key(Outcome.Forecasted row) {
        var job = row.planned().job();
        return String.join(
                "|",
                job.workload().model().name(),
                job.workload().precision().matmul().name(),
                Long.toString(job.workload().sequence()),
                job.cluster().name(),
                Integer.toString(job.cluster().devices()),
                Long.toString(row.planned().batch()),
                row.planned().inputs().text(dev.trainwright.evidence.row.Column.FRAMEWORK, ""));
    }

    private static double regret(List<Outcome.Forecasted> group) {
        Outcome.Forecasted chosen = group.stream()
                .min(Comparator.comparingDouble(Outcome.Forecasted::seconds))
                .orElseThrow();
        double best = group.stream().mapToDouble(Choices::measured).min().orElseThrow();
        return measured(chosen) / best - 1;
    }

    private static double tau(List<Outcome.Forecasted> group) {
        double concordance = 0;
        double forecastPairs = 0;
        double measuredPairs = 0;
        for (int i = 0; i < group.size(); i++) {
            for (int j = 0; j < i; j++) {
                double forecast =
                        Math.signum(group.get(i).seconds() - group.get(j).seconds());
                double measured = Math.signum(measured(group.get(i)) - measured(group.get(j)));
                concordance += forecast * measured;
                forecastPairs += Math.abs(forecast);
                measuredPairs += Math.abs(measured);
            }
        }
        double scale = Math.sqrt(forecastPairs * measuredPairs);
        return scale == 0 ? 0 : concordance / scale;
    }

    private static double measured(Outcome.Forecasted row) {
        Double seconds = row.measuredSeconds();
        return seconds == null ? Double.NaN : seconds;
    }
}

package dev.trainwright.app.plan;

import dev.trainwright.app.forecast.ForecastReport;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Table;
import dev.trainwright.app.report.Text;
import dev.trainwright.app.report.TextAndJson;
import dev.trainwright.cluster.Cluster;
import dev.trainwright.forecast.Forecast;
import dev.trainwright.layout.Rule;
import dev.trainwright.plan.DataParallelAnswer;
import dev.trainwright.plan.Plan;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Everything that a search answers, for people and for programs. */
public final class PlanReport {
    private static final int PARETO_ROWS = 12;
    /** Share of the memory that a further row of the list holds at most. */
    private static final double NOTICEABLE = 0.93;

    private PlanReport() {}

    /** The report of {@code plan}. */
    public static Report of(Plan plan) {
        List<Part> parts = new ArrayList<>();
        parts.add(new PlanJson(plan));
        if (Double.isFinite(plan.dataParallel().deviceBytes())) {
            parts.add(new Text("", "", List.of(dataParallel(plan.dataParallel()))));
        }
        if (plan.plans().isEmpty()) {
            parts.add(new Text("", "", List.of("No layout of this job fits this cluster. " + more(plan))));
        } else {
            Forecast best = plan.plans().get(0);
            parts.add(new PlanTable(plan));
            parts.add(new Text("", "Why the first", reasons(plan)));
            ForecastReport.memoryAndTime(best).forEach(part -> parts.add(TextAndJson.textOnly(part)));
            parts.add(pareto(plan));
        }
        parts.add(rejected(plan));
        parts.add(new Text("", "Search", List.of(search(plan), rules(plan))));
        return new Report(parts);
    }

    private static String dataParallel(DataParallelAnswer a) {
        String copy = "One copy of the weights takes " + Prints.decimalBytes(a.weightBytes()) + " ("
                + Prints.shortCount(a.parameters()) + " parameters of " + Prints.number(a.bytesPerWeight())
                + " bytes); a device has " + Prints.decimalBytes(a.deviceBytes()) + ". ";
        String answer = a.works()
                ? "It fits on one device, so that data parallelism can work. "
                : "Data parallelism cannot work by itself: the weights alone need at least " + a.devicesForWeights()
                        + " devices. ";
        return copy + answer + "With gradients and optimizer state it is " + Prints.decimalBytes(a.stateBytes()) + " ("
                + Prints.number(a.bytesPerState()) + " bytes a parameter), "
                + (a.devicesForStates() == 1
                        ? "which one device holds"
                        : "at least " + a.devicesForStates() + " devices whether split by layers or sharded by ZeRO")
                + "; activations come on top.";
    }

    /** The nodes that could be enough: as many as the states need, or twice as many as there are. */
    private static String more(Plan plan) {
        long nodes = plan.job().cluster().pools().stream()
                .mapToLong(Cluster.Pool::nodes)
                .sum();
        long states = plan.dataParallel().devicesForStates();
        long devices = plan.job().cluster().devices();
        long enough = states > devices ? (states * nodes + devices - 1) / devices : 2 * nodes;
        return "What more machines would do: trainwright compare JOB --config more:cluster.nodes=" + enough
                + ", other machines: --config other:cluster.node=NAME.";
    }

    private static List<String> reasons(Plan plan) {
        List<String> reasons = new ArrayList<>();
        if (plan.plans().size() > 1) {
            reasons.add(
                    Reasons.between(plan.by(), plan.plans().get(0), plan.plans().get(1)));
        }
        return reasons;
    }

    private static Part pareto(Plan plan) {
        return TextAndJson.textOnly(new Table<>(
                "",
                "Less memory for more time (no other layout is better in both)",
                thinned(plan.pareto()),
                List.of(
                        Metric.text("", "layout", c -> LayoutWords.brief(c.layout())),
                        Metric.number("", "devices", Prints::number, Plan.Choice::devices),
                        Metric.number("", "iteration", PlanTable::seconds, Plan.Choice::iterationSeconds),
                        Metric.number("", "memory", PlanTable::bytes, Plan.Choice::bytes))));
    }

    /** Of each number of devices those that save a noticeable part of the memory of the one before. */
    private static List<Plan.Choice> thinned(List<Plan.Choice> pareto) {
        Map<Integer, Double> held = new HashMap<>();
        return pareto.stream()
                .filter(c -> {
                    boolean saves = c.bytes() <= NOTICEABLE * held.getOrDefault(c.devices(), Double.MAX_VALUE);
                    if (saves) {
                        held.put(c.devices(), c.bytes());
                    }
                    return saves;
                })
                .limit(PARETO_ROWS)
                .toList();
    }

    private static Part rejected(Plan plan) {
        List<String> lines = plan.rejected().stream()
                .sorted(Comparator.comparing(
                                (Plan.Rejection r) -> !plan.closestToFit().equals(Optional.of(r)))
                        .thenComparing(
                                Comparator.comparingLong(Plan.Rejection::count).reversed()))
                .map(r -> r.reason() + ": " + "%,d".formatted(r.count()) + " layouts; closest "
                        + LayoutWords.brief(r.closest()) + ": " + r.miss())
                .toList();
        return new Text("", "Why the others were rejected", lines);
    }

    /** What the space keeps to by construction; what else is a rule stands among the reasons when a layout broke it. */
    private static String rules(Plan plan) {
        Set<String> legality = Arrays.stream(Rule.values()).map(Rule::statement).collect(Collectors.toSet());
        return "Rules of the space: "
                + plan.rules().stream().filter(rule -> !legality.contains(rule)).collect(Collectors.joining("; "))
                + ".";
    }

    private static String search(Plan plan) {
        Plan.Search s = plan.search();
        return "%,d combinations considered, %,d of them possible and forecast in full, %,d pipelines simulated, in %s."
                .formatted(s.considered(), s.layouts(), s.simulated(), Prints.print(Dimension.SECONDS, s.seconds()));
    }
}

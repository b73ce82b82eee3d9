package dev.trainwright.app.plan;

import dev.trainwright.app.forecast.ForecastReport;
import dev.trainwright.app.forecast.LayoutParts;
import dev.trainwright.app.forecast.Spelling;
import dev.trainwright.app.report.Page;
import dev.trainwright.app.report.Part;
import dev.trainwright.forecast.Forecast;
import dev.trainwright.plan.Plan;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A plan for programs; people read the parts around it. */
record PlanJson(Plan plan) implements Part {

    @Override
    public void print(Page page) {}

    @Override
    public void write(ObjectNode object) {
        object.put("job", plan.job().name());
        object.put("devices", plan.job().cluster().devices());
        object.put("by", Spelling.of(plan.by()));
        ObjectNode search = object.putObject("search");
        search.put("considered", plan.search().considered());
        search.put("layouts", plan.search().layouts());
        search.put("simulated", plan.search().simulated());
        search.put("seconds", plan.search().seconds());
        ObjectNode dataParallel = object.putObject("dataParallel");
        dataParallel.put("works", plan.dataParallel().works());
        dataParallel.put("weightBytes", plan.dataParallel().weightBytes());
        dataParallel.put("stateBytes", plan.dataParallel().stateBytes());
        known(dataParallel, "deviceBytes", plan.dataParallel().deviceBytes());
        dataParallel.put("devicesForWeights", plan.dataParallel().devicesForWeights());
        dataParallel.put("devicesForStates", plan.dataParallel().devicesForStates());
        var plans = object.putArray("plans");
        for (int i = 0; i < plan.plans().size(); i++) {
            ranked(plans.addObject(), i + 1, plan.plans().get(i));
        }
        var pareto = object.putArray("pareto");
        for (Plan.Choice choice : plan.pareto()) {
            ObjectNode node = pareto.addObject();
            LayoutParts.section(choice.layout()).write(node);
            node.put("devices", choice.devices());
            node.put("iterationSeconds", choice.iterationSeconds());
            node.put("secondsPerSample", choice.secondsPerSample());
            node.put("residentBytes", choice.bytes());
        }
        var rejected = object.putArray("rejected");
        for (Plan.Rejection rejection : plan.rejected()) {
            ObjectNode node = rejected.addObject();
            node.put("reason", rejection.reason());
            node.put("count", rejection.count());
            ObjectNode closest = node.putObject("closest");
            LayoutParts.section(rejection.closest()).write(closest);
            closest.put("miss", rejection.miss());
        }
        var rules = object.putArray("rules");
        plan.rules().forEach(rules::add);
    }

    /** What {@code trainwright forecast --json} says of the layout, with its rank and the figures that plans are compared by. */
    private static void ranked(ObjectNode node, int rank, Forecast f) {
        node.put("rank", rank);
        node.put("devices", f.layout().devices());
        node.putPOJO("tokensPerSecond", f.throughput().tokensPerSecond());
        Forecast.Effort effort = f.effort();
        node.putPOJO("hours", effort == null ? null : known(effort.hoursWithFailures(), effort.hours()));
        node.putPOJO("cost", effort == null ? null : effort.cost());
        node.putPOJO("currency", effort == null ? null : effort.currency());
        ForecastReport.of(f).parts().forEach(part -> part.write(node));
    }

    private static double known(@Nullable Double first, double second) {
        return first == null ? second : first;
    }

    /** A memory that is not known is infinite, which JSON has no number for. */
    private static void known(ObjectNode node, String key, double bytes) {
        node.putPOJO(key, Double.isFinite(bytes) ? bytes : null);
    }
}

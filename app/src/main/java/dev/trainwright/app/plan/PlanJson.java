package dev.trainwright.app.plan;

import dev.trainwright.app.report.Page;
import dev.trainwright.app.report.Part;
import dev.trainwright.forecast.Forecast;
import dev.trainwright.layout.Layout;
import dev.trainwright.plan.Plan;
import tools.jackson.databind.node.ObjectNode;

/** A plan for programs; people read the parts around it. */
record PlanJson(Plan plan) implements Part {

    @Override
    public void print(Page page) {}

    @Override
    public void write(ObjectNode object) {
        object.put("job", plan.job().name());
        object.put("devices", plan.job().cluster().devices());
        object.put("by", LayoutWords.name(plan.by()));
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
            forecast(plans.addObject(), i + 1, plan.plans().get(i));
        }
        var pareto = object.putArray("pareto");
        for (Plan.Choice choice : plan.pareto()) {
            ObjectNode node = pareto.addObject();
            layout(node.putObject("layout"), choice.layout());
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
            layout(closest.putObject("layout"), rejection.closest());
            closest.put("miss", rejection.miss());
        }
        var rules = object.putArray("rules");
        plan.rules().forEach(rules::add);
    }

    private static void forecast(ObjectNode node, int rank, Forecast f) {
        node.put("rank", rank);
        node.put("calibration", f.calibration().id());
        node.put("devices", f.layout().devices());
        layout(node.putObject("layout"), f.layout());
        ObjectNode iteration = node.putObject("iteration");
        iteration.put("seconds", f.iterationSeconds());
        Forecast.Interval interval = f.iteration();
        if (interval != null) {
            iteration.put("low", interval.low());
            iteration.put("high", interval.high());
        }
        ObjectNode terms = iteration.putObject("terms");
        for (var term : dev.trainwright.cost.Term.values()) {
            terms.put(LayoutWords.name(term), f.terms().getOrDefault(term, 0.0));
        }
        ObjectNode memory = node.putObject("memory");
        memory.put("peakBytes", f.memory().peakBytes());
        memory.put("residentBytes", f.memory().residentBytes());
        known(memory, "deviceBytes", f.memory().deviceBytes());
        memory.put("stage", f.memory().stage());
        node.put("samplesPerSecond", f.throughput().samplesPerSecond());
        node.putPOJO("tokensPerSecond", f.throughput().tokensPerSecond());
        node.putPOJO("mfu", f.throughput().mfu());
        Forecast.Effort effort = f.effort();
        if (effort != null) {
            node.put("hours", effort.hoursWithFailures() == null ? effort.hours() : effort.hoursWithFailures());
            node.put("deviceHours", effort.deviceHours());
            node.putPOJO("cost", effort.cost());
            node.putPOJO("currency", effort.currency());
        }
    }

    /** A memory that is not known is infinite, which JSON has no number for. */
    private static void known(ObjectNode node, String key, double bytes) {
        node.putPOJO(key, Double.isFinite(bytes) ? bytes : null);
    }

    private static void layout(ObjectNode node, Layout l) {
        node.put("dp", l.dp());
        node.put("tp", l.tp());
        node.put("pp", l.pp());
        node.put("cp", l.cp());
        node.put("ep", l.ep());
        node.put("virtualStages", l.virtualStages());
        node.put("schedule", LayoutWords.name(l.schedule()));
        node.put("zero", l.zero().ordinal());
        node.put("shardGroup", l.shardGroup());
        node.put("reshardAfterForward", l.reshardAfterForward());
        node.put("syncEveryMicroStep", l.syncEveryMicroStep());
        node.put("microBatch", l.microBatch());
        node.put("sequenceParallel", l.sequenceParallel());
        node.put("recompute", LayoutWords.name(l.recompute()));
        node.put("offload", LayoutWords.name(l.offload()));
    }
}

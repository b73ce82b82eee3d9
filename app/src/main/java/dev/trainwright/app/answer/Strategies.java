package dev.trainwright.app.answer;

import dev.trainwright.app.answer.StatesAnswer.Question;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.Table;
import dev.trainwright.quantity.Dimension;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ways of splitting a model's states over devices, and the fewest devices of each. */
final class Strategies {
    private static final int SHARDED = 3;

    private static final List<Metric<Strategy>> METRICS = List.of(
            Metric.text("strategy", "strategy", Strategy::name),
            Metric.flag("works", "can work", Strategy::works),
            Metric.of("devices", "at least", Dimension.COUNT, Strategy::devices),
            Metric.of("leftBytes", "left on each", Dimension.BYTES, Strategy::left),
            Metric.of("planDevices", "plan", Dimension.COUNT, Strategy::plan),
            Metric.text("why", "why", Strategy::why));

    /**
     * One way.
     *
     * @param devices the fewest; null where no number does
     * @param left bytes free on each of them
     * @param plan devices with the reserve kept free
     */
    record Strategy(
            String name,
            boolean works,
            @Nullable Long devices,
            @Nullable Double left,
            @Nullable Long plan,
            String why) {}

    private Strategies() {}

    static Part of(Question q, double memory) {
        List<Strategy> strategies = new ArrayList<>();
        strategies.add(whole(q, memory));
        if (q.trained().partsKnown()) {
            strategies.add(sharded("ZeRO-1", q, memory, 1, "shards the optimizer"));
            strategies.add(sharded("ZeRO-2", q, memory, 2, "and the gradients"));
        }
        strategies.add(sharded("ZeRO-3 (FSDP)", q, memory, SHARDED, "and the weights: gathered layer by layer"));
        strategies.add(sharded(
                "model parallel", q, memory, SHARDED, "tensor or pipeline: each device keeps its part of the model"));
        return new Table<>("strategies", "Strategies", strategies, METRICS);
    }

    /** So many that the reserve stays free, as a power of two inside a node and whole nodes beyond. */
    static @Nullable Long plan(Question q, double memory) {
        return sharded("", q, memory, SHARDED, "").plan();
    }

    private static Strategy whole(Question q, double memory) {
        double left = memory - q.states().bytes();
        boolean fits = left >= 0;
        return new Strategy(
                "data parallel",
                fits,
                fits ? 1L : null,
                fits ? left : null,
                fits ? 1L : null,
                "a whole copy of all states on every device");
    }

    private static Strategy sharded(String name, Question q, double memory, int stage, String why) {
        long devices = q.states().devicesFor(stage, memory);
        if (devices == 0) {
            return new Strategy(name, false, null, null, null, why + "; what it replicates fills a device by itself");
        }
        long roomy = q.states().devicesFor(stage, memory * (1 - q.reserve()));
        double left = memory - q.states().onEach(stage, devices);
        return new Strategy(name, true, devices, left, roomy == 0 ? null : q.plan(roomy), why);
    }
}

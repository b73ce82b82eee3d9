package dev.trainwright.app.answer;

import dev.trainwright.app.report.Facts;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Sentence;
import dev.trainwright.app.report.Steps;
import dev.trainwright.app.report.Table;
import dev.trainwright.app.report.Text;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.ModelStates;
import dev.trainwright.spine.Recipe;
import dev.trainwright.spine.Step;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many devices a model's states need, by arithmetic alone.
 *
 * @param answered whether the devices that there are, if that was said, suffice
 */
public record StatesAnswer(boolean answered, Report report) {
    static final List<String> LEFT_OUT = List.of(
            "Activations, logits, buffers and the device's own context come on top; a job file (trainwright forecast) counts"
                    + " them.",
            "A card sold as 80 GB reports about 79 GiB as usable.");

    /**
     * What is asked.
     *
     * @param recipe bytes per parameter and what they are
     * @param reserve share of a device's memory to leave free when planning
     * @param devices that there are, or null
     */
    public record Question(
            long parameters,
            Recipe recipe,
            double memoryBytes,
            int nodeSize,
            double reserve,
            @Nullable Long devices) {

        /** The same question about another recipe. */
        public Question under(Recipe other) {
            return new Question(parameters, other, memoryBytes, nodeSize, reserve, devices);
        }

        double stateBytes() {
            return ModelStates.bytes(parameters, recipe.bytesPerParameter());
        }

        long floor() {
            return ModelStates.devicesFor(parameters, recipe.bytesPerParameter(), memoryBytes);
        }

        /** So many that the reserve stays free, as a power of two inside a node and whole nodes beyond. */
        long plan(long leastWithReserve) {
            if (leastWithReserve > nodeSize) {
                return (leastWithReserve + nodeSize - 1) / nodeSize * nodeSize;
            }
            long power = Math.max(1, Long.highestOneBit(leastWithReserve));
            return Math.min(nodeSize, power < leastWithReserve ? 2 * power : power);
        }

        long sharding(double replicated, double sharded, double memory) {
            return ModelStates.devicesSharding(parameters, replicated, sharded, memory);
        }
    }

    private record Strategy(
            String name,
            boolean works,
            @Nullable Long devices,
            @Nullable Double left,
            @Nullable Long plan,
            String why) {}

    private static final List<Metric<Strategy>> STRATEGIES = List.of(
            Metric.text("strategy", "strategy", Strategy::name),
            Metric.flag("works", "can work", Strategy::works),
            Metric.of("devices", "at least", Dimension.COUNT, Strategy::devices),
            Metric.of("leftBytes", "left on each", Dimension.BYTES, Strategy::left),
            Metric.of("planDevices", "plan", Dimension.COUNT, Strategy::plan),
            Metric.text("why", "why", Strategy::why));

    private static final List<Metric<Question>> FACTS = List.of(
            Metric.of("parameters", "parameters", Dimension.COUNT, Question::parameters),
            Metric.text("recipe", "recipe", q -> q.recipe().name()),
            Metric.of(
                    "bytesPerParameter",
                    "bytes per parameter",
                    Dimension.FACTOR,
                    q -> q.recipe().bytesPerParameter()),
            Metric.text("composition", "which are", q -> q.recipe().composition()),
            Metric.text("source", "source", q -> q.recipe().source()),
            Metric.of("stateBytes", "states", Dimension.BYTES, Question::stateBytes),
            Metric.of("memoryBytes", "memory of a device", Dimension.BYTES, Question::memoryBytes),
            Metric.of("exactDevices", "states over memory", Dimension.FACTOR, q -> q.stateBytes() / q.memoryBytes()),
            Metric.of("devices", "devices at least", Dimension.COUNT, Question::floor));

    private static final List<Metric<Question>> RECIPES = List.of(
            FACTS.get(1),
            FACTS.get(5),
            FACTS.get(8),
            Metric.of(
                    "planDevices",
                    "plan",
                    Dimension.COUNT,
                    q -> sharded("", q, 0, q.recipe().bytesPerParameter(), "").plan()),
            FACTS.get(3));

    /** The answer under one recipe. */
    public static StatesAnswer of(Question question) {
        List<Strategy> strategies = strategies(question);
        boolean enough = question.devices() == null || question.devices() >= question.floor();
        return new StatesAnswer(
                enough,
                Report.of(
                        new Sentence("answer", sentence(question, enough)),
                        new Facts<>("", "", question, FACTS),
                        new Table<>("strategies", "Strategies", strategies, STRATEGIES),
                        new Steps("steps", "Steps", steps(question)),
                        new Text("omissions", "Left out", LEFT_OUT)));
    }

    /** The same question under every known recipe. */
    public static Report ofEvery(List<Question> questions) {
        List<Part> parts = new ArrayList<>();
        parts.add(
                new Sentence(
                        "answer",
                        "How many devices depends on what a parameter carries; --recipe names one, --bytes-per-parameter any other."));
        parts.add(new Table<>("recipes", "Sharded or split over devices", questions, RECIPES));
        parts.add(new Text("omissions", "Left out", LEFT_OUT));
        return new Report(parts);
    }

    private static String sentence(Question q, boolean enough) {
        String states = Prints.full(Dimension.BYTES, q.stateBytes());
        String memory = Prints.full(Dimension.BYTES, q.memoryBytes());
        if (q.floor() == 1) {
            return "%s of states fit into one device of %s and leave %s: data parallelism can work, if activations fit into the rest."
                    .formatted(states, memory, Prints.full(Dimension.BYTES, q.memoryBytes() - q.stateBytes()));
        }
        Strategy split = sharded("", q, 0, q.recipe().bytesPerParameter(), "");
        String floor =
                "%s of states do not fit into one device of %s, so plain data parallelism, which needs a whole copy on each, cannot work. Split (model parallelism) or sharded (ZeRO-3, FSDP) they need at least %,d devices, with %s left on each; plan %,d."
                        .formatted(
                                states,
                                memory,
                                q.floor(),
                                Prints.full(Dimension.BYTES, left(q, q.floor(), 0)),
                                split.plan());
        return enough ? floor : floor + " There are only %,d.".formatted(q.devices());
    }

    private static List<Strategy> strategies(Question q) {
        Recipe r = q.recipe();
        List<Strategy> strategies = new ArrayList<>();
        boolean whole = q.floor() == 1;
        strategies.add(new Strategy(
                "data parallel",
                whole,
                whole ? 1L : null,
                whole ? q.memoryBytes() - q.stateBytes() : null,
                whole ? 1L : null,
                "a whole copy of all states on every device"));
        if (r.optimizerBytes() > 0) {
            strategies.add(sharded(
                    "ZeRO-1", q, r.weightBytes() + r.gradientBytes(), r.optimizerBytes(), "shards the optimizer"));
            strategies.add(
                    sharded("ZeRO-2", q, r.weightBytes(), r.gradientBytes() + r.optimizerBytes(), "and the gradients"));
        }
        strategies.add(
                sharded("ZeRO-3 (FSDP)", q, 0, r.bytesPerParameter(), "and the weights: gathered layer by layer"));
        strategies.add(sharded(
                "model parallel",
                q,
                0,
                r.bytesPerParameter(),
                "tensor or pipeline: each device keeps its part of the model"));
        return strategies;
    }

    private static Strategy sharded(String name, Question q, double replicated, double sharded, String why) {
        long devices = q.sharding(replicated, sharded, q.memoryBytes());
        if (devices == 0) {
            return new Strategy(name, false, null, null, null, why + "; what it replicates fills a device by itself");
        }
        long roomy = q.sharding(replicated, sharded, q.memoryBytes() * (1 - q.reserve()));
        return new Strategy(name, true, devices, left(q, devices, replicated), roomy == 0 ? null : q.plan(roomy), why);
    }

    private static double left(Question q, long devices, double replicated) {
        double whole = replicated * q.parameters();
        return q.memoryBytes() - whole - (q.stateBytes() - whole) / devices;
    }

    private static List<Step> steps(Question q) {
        String states = Prints.full(Dimension.BYTES, q.stateBytes());
        String memory = Prints.full(Dimension.BYTES, q.memoryBytes());
        return List.of(
                new Step(
                        "States",
                        "%,d x %s B"
                                .formatted(
                                        q.parameters(),
                                        Prints.full(Dimension.FACTOR, q.recipe().bytesPerParameter())),
                        q.stateBytes(),
                        Dimension.BYTES,
                        q.recipe().composition()),
                new Step(
                        "Against one device",
                        states + " / " + memory,
                        q.stateBytes() / q.memoryBytes(),
                        Dimension.FACTOR,
                        "above 1 no single device holds them"),
                new Step(
                        "Devices at least",
                        "ceil(" + states + " / " + memory + ")",
                        q.floor(),
                        Dimension.COUNT,
                        "their memory together must hold all states: a floor, as nothing else is counted"));
    }
}

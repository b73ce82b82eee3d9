package dev.trainwright.app.answer;

import dev.trainwright.app.answer.Stages.Stage;
import dev.trainwright.app.report.Facts;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Sentence;
import dev.trainwright.app.report.Steps;
import dev.trainwright.app.report.Table;
import dev.trainwright.app.report.Text;
import dev.trainwright.layout.Offload;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.Recipe;
import dev.trainwright.spine.States;
import dev.trainwright.spine.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How many devices a model's states need, and what each of some devices holds of them, by arithmetic alone.
 *
 * @param answered whether the devices that there are, if that and their memory were said, suffice
 */
public record StatesAnswer(boolean answered, Report report) {
    static final List<String> LEFT_OUT = List.of(
            "Activations, logits, buffers and the device's own context come on top; a job file (trainwright forecast) counts"
                    + " them.",
            "A card sold as 80 GB reports about 79 GiB as usable.");
    private static final String LAYER_LEFT_OUT =
            "ZeRO-3 gathers layers whole before it computes them: --largest-layer counts one.";
    private static final String ONE_LAYER = "ZeRO-3 prefetches and keeps more than one layer: DeepSpeed up to"
            + " stage3_max_live_parameters, 1e9 unless set.";

    /**
     * What is asked.
     *
     * @param memoryBytes of a device, or null
     * @param reserve share of a device's memory to leave free when planning
     * @param devices that there are, or null
     * @param zero the one stage in question, or null for each
     * @param offload the one in question, or null for each
     * @param largestLayer its parameters; 0 where that is not known
     */
    public record Question(
            Trained trained,
            @Nullable Double memoryBytes,
            int nodeSize,
            double reserve,
            @Nullable Long devices,
            @Nullable Integer zero,
            @Nullable Offload offload,
            long largestLayer) {

        /** The same question about another recipe. */
        public Question under(Recipe other) {
            return new Question(
                    trained.under(other), memoryBytes, nodeSize, reserve, devices, zero, offload, largestLayer);
        }

        States states() {
            return trained.states();
        }

        /** Fewest devices that hold the states together; null where their memory is not known. */
        @Nullable
        Long floor() {
            return memoryBytes == null ? null : states().devicesFor(3, memoryBytes);
        }

        /** A power of two inside a node and whole nodes beyond. */
        long plan(long leastWithReserve) {
            if (leastWithReserve > nodeSize) {
                return (leastWithReserve + nodeSize - 1) / nodeSize * nodeSize;
            }
            long power = Math.max(1, Long.highestOneBit(leastWithReserve));
            return Math.min(nodeSize, power < leastWithReserve ? 2 * power : power);
        }
    }

    private static final Metric<Question> RECIPE =
            Metric.text("recipe", "recipe", q -> q.trained().recipe().name());
    private static final Metric<Question> COMPOSITION =
            Metric.text("composition", "which are", q -> q.trained().composition());
    private static final Metric<Question> BYTES =
            Metric.of("stateBytes", "states", Dimension.BYTES, q -> q.states().bytes());
    private static final Metric<Question> DEVICES =
            Metric.of("devices", "devices at least", Dimension.COUNT, Question::floor);

    private static final List<Metric<Question>> FACTS = List.of(
            Metric.of(
                    "parameters",
                    "parameters",
                    Dimension.COUNT,
                    q -> q.trained().parameters()),
            Metric.of(
                    "adapterParameters",
                    "of adapters",
                    Dimension.COUNT,
                    q -> q.trained().adapter() == null
                            ? null
                            : q.trained().adapter().parameters()),
            Metric.of(
                    "baseBytesPerParameter",
                    "bytes of a frozen parameter",
                    Dimension.FACTOR,
                    q -> q.trained().adapter() == null
                            ? null
                            : q.trained().adapter().baseBytes()),
            RECIPE,
            Metric.of(
                    "bytesPerParameter",
                    "bytes of a trained parameter",
                    Dimension.FACTOR,
                    q -> q.trained().recipe().bytesPerParameter()),
            COMPOSITION,
            Metric.text("source", "source", q -> q.trained().recipe().source()),
            BYTES,
            Metric.of("memoryBytes", "memory of a device", Dimension.BYTES, Question::memoryBytes),
            Metric.of(
                    "exactDevices",
                    "states over memory",
                    Dimension.FACTOR,
                    q -> q.memoryBytes() == null ? null : q.states().bytes() / q.memoryBytes()),
            DEVICES);

    private static final List<Metric<Question>> RECIPES = List.of(
            RECIPE,
            BYTES,
            DEVICES,
            Metric.of(
                    "planDevices",
                    "plan",
                    Dimension.COUNT,
                    q -> q.memoryBytes() == null ? null : Strategies.plan(q, q.memoryBytes())),
            COMPOSITION);

    /**
     * The answer under one recipe. The question gives the memory of a device, or devices, or both.
     *
     * @param assumed what the question does not say
     */
    public static StatesAnswer of(Question q, List<String> assumed) {
        List<Stage> stages = q.devices() == null ? List.of() : Stages.of(q, q.devices());
        Stage asked = q.zero() == null || stages.isEmpty() ? null : stages.get(0);
        Double memory = q.memoryBytes();
        Long floor = q.floor();
        boolean enough = asked != null
                ? asked.left() == null || asked.left() >= 0
                : floor == null || q.devices() == null || q.devices() >= floor;
        List<Part> parts = new ArrayList<>();
        parts.add(new Sentence(
                "answer",
                asked != null
                        ? ofOne(q, asked)
                        : memory == null || floor == null ? ofEach(q, stages) : sentence(q, memory, floor, enough)));
        parts.add(new Facts<>("", "", q, FACTS));
        if (memory != null) {
            parts.add(Strategies.of(q, memory));
        }
        if (q.devices() != null) {
            parts.addAll(Stages.parts(q, q.devices(), stages));
        }
        parts.add(new Steps("steps", "Steps", steps(q, asked)));
        parts.add(new Text("assumed", "Assumed, as it is not given", assumed));
        parts.add(new Text("omissions", "Left out", omissions(q, stages)));
        return new StatesAnswer(enough, new Report(parts));
    }

    /** The same question under every known recipe. */
    public static Report ofEvery(List<Question> questions) {
        return Report.of(
                new Sentence(
                        "answer",
                        "How many devices depends on what a parameter carries; --recipe names one, --bytes-per-parameter any other."),
                new Table<>("recipes", "Sharded or split over devices", questions, RECIPES),
                new Text("omissions", "Left out", LEFT_OUT));
    }

    private static String ofOne(Question q, Stage stage) {
        String holds = "%s puts %s of states on each device of %s, a floor"
                .formatted(capital(stage.name()), Prints.full(Dimension.BYTES, stage.total()), devices(q));
        Double left = stage.left();
        if (left == null || q.memoryBytes() == null) {
            return holds + ".";
        }
        String memory = Prints.full(Dimension.BYTES, q.memoryBytes());
        return left < 0
                ? "%s: they do not fit into %s, by %s.".formatted(holds, memory, Prints.full(Dimension.BYTES, -left))
                : "%s: of %s it leaves %s.".formatted(holds, memory, Prints.full(Dimension.BYTES, left));
    }

    private static String ofEach(Question q, List<Stage> stages) {
        return stages.stream()
                .filter(stage -> stage.offload() == (q.offload() == null ? Offload.NONE : q.offload()))
                .map(stage -> Prints.full(Dimension.BYTES, stage.total()) + " under " + stage.name())
                .collect(Collectors.joining(", ", "States on each device of " + devices(q) + ", a floor: ", "."));
    }

    private static String devices(Question q) {
        return q.devices() == null || q.devices() == 1 ? "one" : "%,d".formatted(q.devices());
    }

    private static String capital(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    private static String sentence(Question q, double memoryBytes, long floor, boolean enough) {
        String states = Prints.full(Dimension.BYTES, q.states().bytes());
        String memory = Prints.full(Dimension.BYTES, memoryBytes);
        if (floor == 1) {
            return "%s of states fit into one device of %s and leave %s: data parallelism can work, if activations fit into the rest."
                    .formatted(
                            states,
                            memory,
                            Prints.full(
                                    Dimension.BYTES, memoryBytes - q.states().bytes()));
        }
        String needed =
                "%s of states do not fit into one device of %s, so plain data parallelism, which needs a whole copy on each, cannot work. Split (model parallelism) or sharded (ZeRO-3, FSDP) they need at least %,d devices, with %s left on each; plan %,d."
                        .formatted(
                                states,
                                memory,
                                floor,
                                Prints.full(
                                        Dimension.BYTES,
                                        memoryBytes - q.states().onEach(3, floor)),
                                Strategies.plan(q, memoryBytes));
        return enough ? needed : needed + " There are only %,d.".formatted(q.devices());
    }

    private static List<Step> steps(Question q, @Nullable Stage asked) {
        List<Step> steps = new ArrayList<>();
        steps.add(new Step(
                "States",
                q.trained().formula(),
                q.states().bytes(),
                Dimension.BYTES,
                q.trained().composition()));
        Long floor = q.floor();
        if (q.memoryBytes() != null && floor != null) {
            String over = Prints.full(Dimension.BYTES, q.states().bytes()) + " / "
                    + Prints.full(Dimension.BYTES, q.memoryBytes());
            steps.add(new Step(
                    "Against one device",
                    over,
                    q.states().bytes() / q.memoryBytes(),
                    Dimension.FACTOR,
                    "above 1 no single device holds them"));
            steps.add(new Step(
                    "Devices at least",
                    "ceil(" + over + ")",
                    floor,
                    Dimension.COUNT,
                    "their memory together must hold all states: a floor, as nothing else is counted"));
        }
        if (asked != null && q.devices() != null) {
            steps.add(Stages.step(q, q.devices(), asked));
        }
        return steps;
    }

    private static List<String> omissions(Question q, List<Stage> stages) {
        List<String> omissions = new ArrayList<>(LEFT_OUT);
        if (stages.stream().anyMatch(stage -> stage.zero() == 3)) {
            omissions.add(q.largestLayer() == 0 ? LAYER_LEFT_OUT : ONE_LAYER);
        }
        return omissions;
    }
}

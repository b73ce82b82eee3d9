package dev.trainwright.app.command;

import dev.trainwright.app.answer.LargestStatesAnswer;
import dev.trainwright.app.answer.StatesAnswer;
import dev.trainwright.app.answer.StatesAnswer.Question;
import dev.trainwright.app.answer.Trained;
import dev.trainwright.app.answer.Trained.Adapter;
import dev.trainwright.app.forecast.Spelling;
import dev.trainwright.app.report.Output;
import dev.trainwright.cost.ModelStates;
import dev.trainwright.layout.Offload;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.spine.Recipe;
import dev.trainwright.workload.NumberFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of {@code fit} from which a model's states follow by arithmetic alone. */
final class StatesOptions {
    /** Beyond these no model or device is, and the number of devices fits a long. */
    private static final long MOST_PARAMETERS = 1_000_000_000_000_000L;

    private static final long MOST_DEVICES = 1_000_000_000;
    private static final double MOST_BYTES = 1000;
    private static final double MOST_MEMORY = 1e15;
    private static final double LEAST_MEMORY = 1000;
    private static final double MOST_RESERVE = 0.99;

    /** Recipes that are taken where one stage or adapters are asked about: what DeepSpeed and PEFT do unless told otherwise. */
    private static final String OF_MODEL = "mixed-adam-18";

    private static final String OF_ADAPTER = "adam-fp32-16";

    @Option(
            names = "--parameters",
            paramLabel = "N",
            description = "Parameters of the model, all experts counted; without, the most that fit.")
    private @Nullable String parameters;

    @Option(
            names = "--bytes-per-parameter",
            paramLabel = "N",
            description = "Bytes of states of each trained parameter.")
    private @Nullable String bytes;

    @Option(
            names = "--recipe",
            completionCandidates = Candidates.Recipes.class,
            paramLabel = "RECIPE",
            description = "Instead: a way of training. Without either all are shown; " + OF_MODEL
                    + " is taken where one stage is asked about or no memory is given, " + OF_ADAPTER
                    + " of adapters.")
    private @Nullable String recipe;

    @Option(
            names = "--adapter",
            paramLabel = "N",
            description = "Parameters of low-rank adapters (LoRA): they alone are trained, the model is frozen.")
    private @Nullable String adapter;

    @Option(
            names = "--base",
            completionCandidates = Candidates.Formats.class,
            paramLabel = "FORMAT",
            description = "With --adapter: the frozen weights, such as nf4 for QLoRA (default: bf16).")
    private @Nullable String base;

    @Option(names = "--memory", paramLabel = "BYTES", description = "Memory of one device, as in 16GB or 79GiB.")
    private @Nullable String memory;

    @Option(
            names = "--devices",
            paramLabel = "K",
            description = "Devices that there are: what each holds under each stage of ZeRO.")
    private @Nullable String devices;

    @Option(
            names = "--largest-layer",
            paramLabel = "N",
            description = "With --devices: parameters of the largest layer, which ZeRO-3 gathers whole.")
    private @Nullable String largestLayer;

    @Option(
            names = "--node-size",
            paramLabel = "N",
            defaultValue = "8",
            description = "Devices of a node, to plan whole ones (default: ${DEFAULT-VALUE}).")
    private String nodeSize = "";

    @Option(
            names = "--reserve",
            paramLabel = "SHARE",
            defaultValue = "10 %",
            description = "Share of memory that a plan leaves free for all else (default: 10 %%).")
    private String reserve = "";

    /** Whether any is, those with defaults left out. */
    boolean given() {
        return Stream.of(parameters, bytes, recipe, adapter, base, memory, devices, largestLayer)
                .anyMatch(Objects::nonNull);
    }

    /** Prints the answer, for one stage and offload or, where they are null, for each. */
    int answer(Arguments arguments, Output output, @Nullable String zero, @Nullable String offload) {
        Long count = arguments.count("--parameters", 1, MOST_PARAMETERS, parameters);
        Double room = arguments.atMost(
                "--memory", MOST_MEMORY, memory, arguments.positive("--memory", Dimension.BYTES, memory));
        Double given = arguments.positive("--bytes-per-parameter", Dimension.FACTOR, bytes);
        Double each = arguments.atMost("--bytes-per-parameter", MOST_BYTES, bytes, given);
        Long there = arguments.count("--devices", 1, MOST_DEVICES, devices);
        Long layer = arguments.count("--largest-layer", 1, MOST_PARAMETERS, largestLayer);
        Long node = arguments.count("--node-size", 1, 1_000_000, nodeSize);
        Double free = arguments.quantity("--reserve", Dimension.RATIO, reserve);
        Long stage = arguments.count("--zero", 0, 3, zero);
        Offload away = offload == null
                ? null
                : arguments.choice("--offload", Offload.class, offload).orElse(null);
        arguments.require(
                room == null || room >= LEAST_MEMORY, "--memory: " + memory + ": no device has less than 1 kB");
        arguments.require(free == null || free <= MOST_RESERVE, "--reserve: " + reserve + ": must be 99 % or less");
        arguments.require(bytes == null || recipe == null, "give --bytes-per-parameter or --recipe, not both");
        boolean ofStages = zero != null || offload != null || largestLayer != null;
        arguments.require(
                memory != null || (parameters != null && devices != null),
                "--memory is missing: what one device has; or give --parameters and --devices: what each holds");
        arguments.require(
                !ofStages || (parameters != null && devices != null),
                "--zero, --offload and --largest-layer say what is on each device: give --parameters and --devices");
        arguments.require(
                largestLayer == null || stage == null || stage == 3,
                "--largest-layer: layers are gathered under --zero 3 alone");
        arguments.require(
                layer == null || count == null || layer <= count,
                "--largest-layer: " + largestLayer + ": more than the model has");
        requireParts(arguments, stage, away);
        Adapter trained = adapter(arguments);
        boolean one = ofStages || memory == null || adapter != null;
        Recipe named = recipe != null
                ? named(arguments, recipe)
                : one ? Recipe.named(adapter == null ? OF_MODEL : OF_ADAPTER) : null;
        arguments.orThrow();
        List<Recipe> recipes = each != null ? List.of(given(each)) : named != null ? List.of(named) : Recipe.ALL;
        if (count == null) {
            output.print(LargestStatesAnswer.of(recipes, Objects.requireNonNull(room), there == null ? 1 : there));
            return ExitCode.OK;
        }
        Question first = new Question(
                new Trained(count, trained, recipes.get(0)),
                room,
                Math.toIntExact(Objects.requireNonNull(node)),
                Objects.requireNonNull(free),
                there,
                stage == null ? null : Math.toIntExact(stage),
                away,
                layer == null ? 0 : layer);
        if (recipes.size() > 1) {
            output.print(StatesAnswer.ofEvery(recipes.stream().map(first::under).toList()));
            return ExitCode.OK;
        }
        StatesAnswer answer =
                StatesAnswer.of(first, each == null && recipe == null ? List.of(assumed(first)) : List.of());
        output.print(answer.report());
        return answer.answered() ? ExitCode.OK : ExitCode.ANSWER_IS_NO;
    }

    /** What cannot be told apart or kept away is refused. */
    private void requireParts(Arguments arguments, @Nullable Long stage, @Nullable Offload away) {
        boolean apart = stage != null && stage > 0 && stage < 3;
        boolean hosted = away != null && away != Offload.NONE;
        arguments.require(
                bytes == null || (!apart && !hosted),
                "--bytes-per-parameter does not say what of them is the optimizer's: give --recipe with --zero 1 or 2 and"
                        + " with --offload");
        int least = away == null ? 0 : away.leastZero().ordinal();
        arguments.require(
                stage == null || stage >= least,
                "--offload: %s: needs --zero %s"
                        .formatted(away == null ? "" : Spelling.of(away), least == 1 ? "1, 2 or 3" : "3"));
    }

    private @Nullable Adapter adapter(Arguments arguments) {
        Long count = arguments.count("--adapter", 1, MOST_PARAMETERS, adapter);
        Optional<NumberFormat> format = arguments.choice("--base", NumberFormat.class, base == null ? "bf16" : base);
        arguments.require(
                base == null || adapter != null, "--base is of frozen weights: give --adapter, what is trained");
        arguments.require(
                adapter == null || parameters != null, "--adapter needs --parameters: the model that it adapts");
        return count == null || format.isEmpty()
                ? null
                : new Adapter(count, Spelling.of(format.get()), ModelStates.storedBytes(format.get()));
    }

    private static String assumed(Question question) {
        Recipe recipe = question.trained().recipe();
        return "--recipe %s: %s".formatted(recipe.name(), recipe.composition());
    }

    private static Recipe given(double bytesPerParameter) {
        return new Recipe("given", bytesPerParameter, 0, 0, "as given, taken as one piece", "the command line");
    }

    private static @Nullable Recipe named(Arguments arguments, String name) {
        List<String> names = Recipe.ALL.stream().map(Recipe::name).toList();
        return arguments.oneOf("--recipe", names, name) ? Recipe.named(name) : null;
    }
}

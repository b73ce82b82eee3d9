package dev.trainwright.app.command;

import dev.trainwright.app.answer.LargestAnswer;
import dev.trainwright.app.answer.LargestStatesAnswer;
import dev.trainwright.app.answer.StatesAnswer;
import dev.trainwright.app.answer.StatesAnswer.Question;
import dev.trainwright.app.report.Output;
import dev.trainwright.calibration.Calibrations;
import dev.trainwright.forecast.PlainLayout;
import dev.trainwright.input.Nearest;
import dev.trainwright.job.Job;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.spine.Recipe;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code trainwright fit}: does it fit, on how many devices, and how large may it get. */
@Command(
        name = "fit",
        description = {
            "Whether a model fits, on how many devices, and the largest that does.",
            "By arithmetic from parameters and bytes, or with every part of memory counted from a job file or a model and"
                    + " a node."
        },
        footer = {
            "",
            "Examples:",
            "  trainwright fit --parameters 20e9 --bytes-per-parameter 4 --memory 16GB",
            "  trainwright fit --parameters 70B --recipe mixed-adam-16 --memory 80GB",
            "  trainwright fit --parameters 70B --memory 80GB",
            "  trainwright fit --memory 24GB --devices 8 --bytes-per-parameter 16",
            "  trainwright fit --model llama-3.1-8b --node dgx-h100 --sequence 8192 \\",
            "    --zero 3 --max",
            "  trainwright fit examples/llama3-8b-8xh100.yaml --max"
        })
public final class FitCommand implements Callable<Integer> {
    /** Beyond these no model or device is, and the number of devices fits a long. */
    private static final long MOST_PARAMETERS = 1_000_000_000_000_000L;

    private static final long MOST_DEVICES = 1_000_000_000;
    private static final double MOST_BYTES = 1000;
    private static final double MOST_MEMORY = 1e15;
    private static final double LEAST_MEMORY = 1000;
    private static final double MOST_RESERVE = 0.99;

    @Mixin
    private Output output = new Output();

    @Parameters(paramLabel = "JOB", arity = "0..1", description = "A job file.")
    private @Nullable Path file;

    @Option(
            names = "--parameters",
            paramLabel = "N",
            description = "Parameters of the model, all experts counted; without, the most that fit.")
    private @Nullable String parameters;

    @Option(names = "--bytes-per-parameter", paramLabel = "N", description = "Bytes of states of each parameter.")
    private @Nullable String bytes;

    @Option(
            names = "--recipe",
            completionCandidates = Candidates.Recipes.class,
            paramLabel = "RECIPE",
            description = "Instead: a way of training; without either, all are shown.")
    private @Nullable String recipe;

    @Option(names = "--memory", paramLabel = "BYTES", description = "Memory of one device, as in 16GB or 79GiB.")
    private @Nullable String memory;

    @Option(names = "--devices", paramLabel = "K", description = "Devices that there are.")
    private @Nullable String devices;

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

    @ArgGroup(exclusive = false, heading = "%nInstead of a job file:%n")
    private @Nullable QuickJob quick;

    @Option(
            names = "--max",
            description = "The largest micro-batch, sequence and depth that fit, each with all else kept.")
    private boolean max;

    @Mixin
    private JobSource source = new JobSource();

    @Mixin
    private OwnConstants own = new OwnConstants();

    private final Arguments arguments = new Arguments();

    @Override
    public Integer call() {
        boolean arithmetic = parameters != null || bytes != null || recipe != null || memory != null || devices != null;
        int ways = (file != null ? 1 : 0) + (quick != null ? 1 : 0) + (arithmetic ? 1 : 0);
        arguments.require(
                ways == 1,
                "give one of: --memory with --parameters, --bytes-per-parameter, --recipe or --devices, a job file, or"
                        + " --model with --node");
        arguments.require(
                !arithmetic || source.arguments().isEmpty(),
                "--set and --catalogue change a job: give a job file, or --model with --node");
        arguments.require(
                !arithmetic || !max, "--max counts every part of memory: give a job file, or --model with --node");
        if (arithmetic) {
            return states();
        }
        arguments.orThrow();
        Job job =
                file != null ? source.read(file) : Objects.requireNonNull(quick).job(source);
        return whole(job);
    }

    private int whole(Job job) {
        Calibrations calibrations = own.calibrations();
        LargestAnswer answer;
        try {
            Job split = job.layout() == null ? job.with(PlainLayout.of(job, calibrations)) : job;
            answer = LargestAnswer.of(split, calibrations, max);
        } catch (IllegalArgumentException e) {
            throw Failure.wrongInput(job.name() + ": " + e.getMessage());
        }
        output.print(answer.report());
        return answer.fits() ? ExitCode.OK : ExitCode.ANSWER_IS_NO;
    }

    private int states() {
        Long count = arguments.count("--parameters", 1, MOST_PARAMETERS, parameters);
        Double room = arguments.atMost(
                "--memory", MOST_MEMORY, memory, arguments.positive("--memory", Dimension.BYTES, memory));
        Double given = arguments.positive("--bytes-per-parameter", Dimension.FACTOR, bytes);
        Double each = arguments.atMost("--bytes-per-parameter", MOST_BYTES, bytes, given);
        Long there = arguments.count("--devices", 1, MOST_DEVICES, devices);
        Long node = arguments.count("--node-size", 1, 1_000_000, nodeSize);
        Double free = arguments.quantity("--reserve", Dimension.RATIO, reserve);
        arguments.require(memory != null, "--memory is missing: what one device has");
        arguments.require(bytes == null || recipe == null, "give --bytes-per-parameter or --recipe, not both");
        arguments.require(free == null || free <= MOST_RESERVE, "--reserve: " + reserve + ": must be 99 % or less");
        arguments.require(
                room == null || room >= LEAST_MEMORY, "--memory: " + memory + ": no device has less than 1 kB");
        Recipe named = recipe == null ? null : named(recipe);
        arguments.orThrow();
        List<Recipe> recipes = each != null ? List.of(given(each)) : named != null ? List.of(named) : Recipe.ALL;
        if (count == null) {
            output.print(LargestStatesAnswer.of(recipes, Objects.requireNonNull(room), there == null ? 1 : there));
            return ExitCode.OK;
        }
        Question first = new Question(
                count,
                recipes.get(0),
                Objects.requireNonNull(room),
                Math.toIntExact(Objects.requireNonNull(node)),
                Objects.requireNonNull(free),
                there);
        if (recipes.size() > 1) {
            output.print(StatesAnswer.ofEvery(recipes.stream().map(first::under).toList()));
            return ExitCode.OK;
        }
        StatesAnswer answer = StatesAnswer.of(first);
        output.print(answer.report());
        return answer.answered() ? ExitCode.OK : ExitCode.ANSWER_IS_NO;
    }

    private static Recipe given(double bytesPerParameter) {
        return new Recipe("given", bytesPerParameter, 0, 0, "as given, taken as one piece", "the command line");
    }

    private @Nullable Recipe named(String name) {
        List<String> names = Recipe.ALL.stream().map(Recipe::name).toList();
        if (names.contains(name)) {
            return Recipe.named(name);
        }
        String hint = Nearest.to(name, names)
                .map(near -> " (did you mean " + near + "?)")
                .orElse("");
        arguments.problem("--recipe: " + name + hint + ": expected one of " + String.join(", ", names));
        return null;
    }
}

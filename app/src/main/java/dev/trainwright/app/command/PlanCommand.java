package dev.trainwright.app.command;

import dev.trainwright.app.plan.PlanReport;
import dev.trainwright.app.plan.ProgressLine;
import dev.trainwright.app.report.Output;
import dev.trainwright.calibration.Calibrations;
import dev.trainwright.cluster.Catalogue;
import dev.trainwright.job.Job;
import dev.trainwright.job.Jobs;
import dev.trainwright.plan.Limits;
import dev.trainwright.plan.Objective;
import dev.trainwright.plan.Plan;
import dev.trainwright.plan.Planner;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code trainwright plan}: every way of splitting a job, ranked. */
@Command(
        name = "plan",
        description = {
            "Searches every way of splitting the job over its cluster and ranks those that fit.",
            "A layout in the job file only says what its runtime overlaps; the search chooses the rest."
        },
        footer = {
            "",
            "Examples:",
            "  trainwright plan examples/llama3-8b-64xh100.yaml",
            "  trainwright plan examples/gpt3-175b-512xa100.yaml --by memory --top 5",
            "  trainwright plan job.yaml --max-pp 1 --json"
        })
public final class PlanCommand implements Callable<Integer> {
    private static final long MOST = 1L << 40;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private Output output = new Output();

    @Parameters(paramLabel = "JOB", description = "The job file.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path file;

    @Option(
            names = "--by",
            paramLabel = "time|cost|memory",
            defaultValue = "time",
            description = "What to rank by (default: ${DEFAULT-VALUE}).")
    private String by = "";

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "10",
            description = "How many plans to show (default: ${DEFAULT-VALUE}).")
    private String top = "";

    @Option(names = "--tp-across-nodes", description = "Let tensor parallelism leave a node.")
    private boolean tensorAcrossNodes;

    @Option(
            names = "--fewer-nodes",
            description = "Also consider a half, a quarter and so on of the nodes; always done by cost.")
    private boolean fewerNodes;

    @Option(names = "--max-tp", paramLabel = "N", description = "Largest tensor-parallel degree.")
    private @Nullable String maxTp;

    @Option(names = "--max-pp", paramLabel = "N", description = "Most pipeline stages.")
    private @Nullable String maxPp;

    @Option(names = "--max-cp", paramLabel = "N", description = "Largest context-parallel degree.")
    private @Nullable String maxCp;

    @Option(names = "--max-ep", paramLabel = "N", description = "Largest expert-parallel degree.")
    private @Nullable String maxEp;

    @Option(names = "--max-micro-batch", paramLabel = "N", description = "Largest micro-batch.")
    private @Nullable String maxMicroBatch;

    @Override
    public Integer call() {
        Arguments arguments = new Arguments();
        Objective objective = arguments.choice("--by", Objective.class, by).orElse(Objective.TIME);
        Long shown = arguments.count("--top", 1, 1000, top);
        Limits limits = new Limits(
                tensorAcrossNodes,
                fewerNodes || objective == Objective.COST,
                degree(arguments, "--max-tp", maxTp),
                degree(arguments, "--max-pp", maxPp),
                degree(arguments, "--max-cp", maxCp),
                degree(arguments, "--max-ep", maxEp),
                limit(arguments, "--max-micro-batch", maxMicroBatch, MOST));
        arguments.orThrow();
        Job job = Jobs.read(file, Catalogue.builtIn());
        Plan plan;
        try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), System::nanoTime)) {
            plan = Planner.plan(
                    job,
                    Calibrations.builtIn(),
                    objective,
                    shown == null ? 1 : shown.intValue(),
                    limits,
                    progress,
                    System::nanoTime);
        }
        output.print(PlanReport.of(plan));
        return plan.plans().isEmpty() ? ExitCode.ANSWER_IS_NO : ExitCode.OK;
    }

    private static int degree(Arguments arguments, String option, @Nullable String text) {
        return (int) limit(arguments, option, text, Integer.MAX_VALUE);
    }

    private static long limit(Arguments arguments, String option, @Nullable String text, long most) {
        Long value = arguments.count(option, 1, most, text);
        return value == null ? most : value;
    }
}

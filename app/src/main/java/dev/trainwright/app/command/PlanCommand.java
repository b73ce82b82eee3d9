package dev.trainwright.app.command;

import dev.trainwright.app.plan.PlanReport;
import dev.trainwright.app.plan.PlanSvg;
import dev.trainwright.app.plan.ProgressLine;
import dev.trainwright.app.report.Output;
import dev.trainwright.calibration.Calibrations;
import dev.trainwright.job.Job;
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
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private Output output = new Output();

    @Parameters(paramLabel = "JOB", description = "The job file; - for standard input.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path file;

    @Option(
            names = "--by",
            paramLabel = "time|cost|memory",
            completionCandidates = Candidates.Objectives.class,
            defaultValue = "time",
            description = "What to rank by (default: ${DEFAULT-VALUE}).")
    private String by = "";

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "10",
            description = "How many plans to show (default: ${DEFAULT-VALUE}).")
    private String top = "";

    @Mixin
    private PlanLimits limits = new PlanLimits();

    @Option(names = "--svg", paramLabel = "FILE", description = "Write the ranked plans as SVG.")
    private @Nullable Path svg;

    @Mixin
    private JobSource source = new JobSource();

    @Mixin
    private OwnConstants own = new OwnConstants();

    @Override
    public Integer call() {
        Arguments arguments = new Arguments();
        Objective objective = arguments.choice("--by", Objective.class, by).orElse(Objective.TIME);
        Long shown = arguments.count("--top", 1, 1000, top);
        Limits open = limits.read(arguments, objective == Objective.COST);
        arguments.orThrow();
        Calibrations constants = own.calibrations();
        Job job = source.read(file);
        Plan plan = plan(job, constants, objective, shown == null ? 1 : shown.intValue(), open);
        own.used(constants, plan.plans());
        OutputFiles.write(svg, () -> PlanSvg.of(plan));
        output.print(PlanReport.of(plan));
        return plan.plans().isEmpty() ? ExitCode.ANSWER_IS_NO : ExitCode.OK;
    }

    private Plan plan(Job job, Calibrations constants, Objective objective, int shown, Limits open) {
        try (ProgressLine progress = ProgressLine.on(spec.commandLine().getErr())) {
            return Planner.plan(job, constants, objective, shown, open, progress, System::nanoTime);
        } catch (IllegalArgumentException e) {
            throw Failure.wrongInput(JobSource.name(file) + ": " + e.getMessage());
        }
    }
}

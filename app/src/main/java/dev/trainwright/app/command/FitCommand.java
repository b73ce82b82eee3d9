package dev.trainwright.app.command;

import dev.trainwright.app.answer.LargestAnswer;
import dev.trainwright.app.report.Output;
import dev.trainwright.calibration.Calibrations;
import dev.trainwright.forecast.PlainLayout;
import dev.trainwright.job.Job;
import java.nio.file.Path;
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
            "  trainwright fit --parameters 6805M --largest-layer 131M --devices 4 \\",
            "    --zero 3",
            "  trainwright fit --parameters 69B --adapter 207M --base nf4 --devices 8 \\",
            "    --memory 40GB",
            "  trainwright fit --model llama-3.1-8b --node dgx-h100 --sequence 8192 \\",
            "    --zero 3 --max",
            "  trainwright fit examples/llama3-8b-8xh100.yaml --max"
        })
public final class FitCommand implements Callable<Integer> {
    @Mixin
    private Output output = new Output();

    @Parameters(paramLabel = "JOB", arity = "0..1", description = "A job file; - for standard input.")
    private @Nullable Path file;

    @Mixin
    private StatesOptions states = new StatesOptions();

    @Option(
            names = "--zero",
            completionCandidates = Candidates.ZeroStages.class,
            paramLabel = "0..3",
            description = "With --devices or --model: ZeRO stage (default: each, or 0, plain data parallelism).")
    private @Nullable String zero;

    @Option(
            names = "--offload",
            completionCandidates = Candidates.Offloads.class,
            paramLabel = "WHAT",
            description = "With --devices or --model: what the host keeps, as in a job file (default: each, or none).")
    private @Nullable String offload;

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
        boolean arithmetic = states.given();
        int ways = (file != null ? 1 : 0) + (quick != null ? 1 : 0) + (arithmetic ? 1 : 0);
        arguments.require(
                ways == 1,
                "give one of: --memory with --parameters, --bytes-per-parameter, --recipe or --devices; --parameters with"
                        + " --devices; a job file; or --model with --node");
        arguments.require(
                !arithmetic || source.arguments().isEmpty(),
                "--set and --catalogue change a job: give a job file, or --model with --node");
        arguments.require(
                !arithmetic || !max, "--max counts every part of memory: give a job file, or --model with --node");
        arguments.require(
                file == null || (zero == null && offload == null),
                "--zero and --offload go with --devices or --model; a job file has them: --set layout.zero=3");
        if (arithmetic) {
            return states.answer(arguments, output, zero, offload);
        }
        arguments.orThrow();
        Job job =
                file != null ? source.read(file) : Objects.requireNonNull(quick).job(source, zero, offload);
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
}

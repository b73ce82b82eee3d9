package dev.trainwright.app.command;

import dev.trainwright.app.report.Output;
import dev.trainwright.app.verify.Measured;
import dev.trainwright.app.verify.OnMachine;
import dev.trainwright.app.verify.VerifyReport;
import dev.trainwright.calibration.Calibrations;
import dev.trainwright.forecast.Forecast;
import dev.trainwright.forecast.Forecaster;
import dev.trainwright.forecast.PlainLayout;
import dev.trainwright.job.Job;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code trainwright verify}: runs a job and holds its forecast against it. */
@Command(
        name = "verify",
        description = {
            "Runs some steps of a job on this machine and prints forecast beside measurement, term by term.",
            "Measure this machine first: trainwright measure machine."
        },
        footerHeading = "%nExample:%n",
        footer = "  trainwright verify examples/train-small-gpt.yaml --machine machine")
public final class VerifyCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(paramLabel = "JOB", description = "The job file.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path file;

    @Mixin
    private TrainOptions options = new TrainOptions();

    @Mixin
    private OwnConstants own = new OwnConstants();

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Output output;

    @Option(
            names = "--machine",
            paramLabel = "DIR",
            description =
                    "What trainwright measure wrote of this machine: the job's devices become its processes. Without it the job's own cluster must be this machine.")
    private @Nullable Path machine;

    @Option(
            names = "--tries",
            paramLabel = "N",
            defaultValue = "4",
            description = "Runs at most, to find steps that no other work disturbs (default: ${DEFAULT-VALUE}).")
    private int tries;

    @Override
    public Integer call() throws IOException {
        if (tries < 1) {
            throw Failure.wrongInput("--tries takes a number from 1, not " + tries);
        }
        Job job = options.read(file);
        if (job.layout() == null) {
            job = job.with(PlainLayout.of(job, own.calibrations()));
        }
        int ranks = TrainCommand.ranks(job);
        int threads = options.threads(ranks);
        Forecast forecast;
        if (machine == null) {
            Calibrations constants = own.calibrations();
            forecast = Forecaster.forecast(job, constants);
            own.used(constants, List.of(forecast));
        } else {
            OnMachine here = OnMachine.read(machine);
            Job placed = here.place(job);
            forecast = Forecaster.forecast(placed, here.calibration(placed));
            threads = here.threads(job);
        }
        Measured measured = VerifyRun.measure(
                file.toString(),
                options,
                threads,
                ranks,
                forecast.layout().devices(),
                VerifyRun.steps(forecast),
                tries,
                spec.commandLine().getErr());
        if (measured == null) {
            return ExitCode.ANSWER_IS_NO;
        }
        output.print(VerifyReport.of(forecast, measured, Runtime.getRuntime().availableProcessors()));
        return ExitCode.OK;
    }
}

package dev.trainwright.app.command;

import dev.trainwright.app.report.Output;
import dev.trainwright.app.verify.Measured;
import dev.trainwright.app.verify.VerifyReport;
import dev.trainwright.calibration.Calibrations;
import dev.trainwright.forecast.Forecast;
import dev.trainwright.forecast.Forecaster;
import dev.trainwright.forecast.PlainLayout;
import dev.trainwright.job.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code trainwright verify}: runs a job and holds its forecast against it. */
@Command(
        name = "verify",
        description = {
            "Runs some steps of a job on this machine and prints forecast beside measurement, term by term.",
            "The job's cluster must be this machine: trainwright measure describes it."
        },
        footerHeading = "%nExample:%n",
        footer = "  trainwright verify examples/train-small-gpt.yaml")
public final class VerifyCommand implements Callable<Integer> {
    private static final long STEPS = 25;

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

    @Override
    public Integer call() throws IOException {
        Job job = options.read(file);
        Calibrations constants = own.calibrations();
        Job whole = job.layout() == null ? job.with(PlainLayout.of(job, constants)) : job;
        Forecast forecast = Forecaster.forecast(whole, constants);
        own.used(constants, List.of(forecast));
        int ranks = TrainCommand.ranks(whole);
        Path metrics = Files.createTempFile("trainwright", ".jsonl");
        try {
            var err = spec.commandLine().getErr();
            int code =
                    TrainCommand.run(options.of(file.toString(), ranks, STEPS, metrics.toString()), ranks, 0, err, err);
            if (code == ExitCode.OK) {
                output.print(VerifyReport.of(
                        forecast, Measured.read(metrics), Runtime.getRuntime().availableProcessors()));
            }
            return code;
        } finally {
            Files.delete(metrics);
        }
    }
}

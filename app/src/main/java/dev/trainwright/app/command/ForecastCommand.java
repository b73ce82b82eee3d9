package dev.trainwright.app.command;

import dev.trainwright.app.forecast.ForecastReport;
import dev.trainwright.app.report.Output;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Sentence;
import dev.trainwright.calibration.Calibrations;
import dev.trainwright.forecast.Forecast;
import dev.trainwright.forecast.Forecaster;
import dev.trainwright.forecast.PlainLayout;
import dev.trainwright.job.Job;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code trainwright forecast}: what one way of splitting a job will do. */
@Command(
        name = "forecast",
        description = {
            "Forecasts one way of splitting a job: memory, time, speedup, hours and cost.",
            "A job without a layout is forecast under plain data parallelism with the largest micro-batch that fits.",
            "Exit code 1 means that it does not fit."
        },
        footerHeading = "%nExample:%n",
        footer = "  trainwright forecast examples/llama3-8b-8xh100.yaml")
public final class ForecastCommand implements Callable<Integer> {
    @Parameters(paramLabel = "JOB", description = "The job file (YAML or JSON); - for standard input.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path file;

    @Option(names = "--explain", description = "Also print every step: formula, numbers with units, source, and why.")
    private boolean explain;

    @Mixin
    private JobSource source = new JobSource();

    @Mixin
    private OwnConstants own = new OwnConstants();

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Output output;

    @Override
    public Integer call() {
        Calibrations constants = own.calibrations();
        Job job = source.read(file);
        Forecast forecast;
        try {
            Job whole = job.layout() == null ? job.with(PlainLayout.of(job, constants)) : job;
            forecast = Forecaster.forecast(whole, constants);
        } catch (IllegalArgumentException e) {
            throw Failure.wrongInput(JobSource.name(file) + ": " + e.getMessage());
        }
        own.used(constants, List.of(forecast));
        Report report = ForecastReport.of(forecast);
        if (explain) {
            report = report.and(ForecastReport.explanation(forecast));
        }
        output.print(job.layout() == null ? report.and(advice(forecast)) : report);
        return forecast.memory().fits() ? ExitCode.OK : ExitCode.ANSWER_IS_NO;
    }

    private Sentence advice(Forecast forecast) {
        String plan = "trainwright plan " + file + " searches the other ways of splitting it.";
        return new Sentence(
                "advice",
                forecast.memory().fits()
                        ? "The job gives no layout: this is plain data parallelism with the largest micro-batch that fits. "
                                + plan
                        : "The job gives no layout, and plain data parallelism does not fit even with a micro-batch of "
                                + forecast.layout().microBatch() + ": every device holds a whole copy. " + plan);
    }
}

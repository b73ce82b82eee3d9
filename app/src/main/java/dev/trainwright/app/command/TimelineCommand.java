package dev.trainwright.app.command;

import dev.trainwright.app.forecast.LayoutParts;
import dev.trainwright.app.picture.ChromeTrace;
import dev.trainwright.app.picture.Timeline;
import dev.trainwright.app.picture.TimelineSvg;
import dev.trainwright.app.picture.TimelineText;
import dev.trainwright.app.report.Facts;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Output;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Table;
import dev.trainwright.forecast.Evaluator;
import dev.trainwright.forecast.Forecaster;
import dev.trainwright.forecast.PipelineTimes;
import dev.trainwright.job.Job;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Schedule;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code trainwright timeline}: one iteration of a pipeline, operation by operation. */
@Command(
        name = "timeline",
        description = {
            "Plays one iteration of the job's pipeline schedule and draws what each stage does when.",
            "The job file states the layout; GPipe, 1F1B and interleaved 1F1B are played."
        },
        footer = {
            "",
            "Examples:",
            "  trainwright timeline examples/gpt3-175b-64xa100.yaml --micro-batches 16",
            "  trainwright timeline job.yaml --svg timeline.svg --trace timeline.json"
        })
public final class TimelineCommand implements Callable<Integer> {
    /** More boxes than that no picture shows. */
    private static final long MOST_OPERATIONS = 50_000;

    @Mixin
    private Output output = new Output();

    @Parameters(paramLabel = "JOB", description = "The job file; - for standard input.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path file;

    @Option(
            names = "--micro-batches",
            paramLabel = "N",
            description = "Play only N micro-batches of each replica; all of the iteration's if not given.")
    private @Nullable String microBatches;

    @Option(names = "--svg", paramLabel = "FILE", description = "Write the timeline as SVG.")
    private @Nullable Path svg;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "Write it as a Chrome trace, for chrome://tracing or ui.perfetto.dev.")
    private @Nullable Path trace;

    @Mixin
    private JobSource source = new JobSource();

    @Mixin
    private OwnConstants own = new OwnConstants();

    private record Stage(int number, double busySeconds, double idleShare) {}

    private record Summary(double seconds, int microBatches, int stages, int virtualStages) {}

    @Override
    public Integer call() {
        Arguments arguments = new Arguments();
        Long wanted = arguments.count("--micro-batches", 1, Integer.MAX_VALUE, microBatches);
        arguments.orThrow();
        Job job = source.read(file);
        Layout layout = job.layout();
        if (layout == null) {
            throw Failure.wrongInput(JobSource.name(file) + ": has no layout; trainwright plan finds one");
        }
        PipelineTimes times = times(job, layout, wanted);
        Timeline timeline = new Timeline(times.stages(), times.play());
        String title = job.name() + ": " + LayoutParts.line(layout);
        OutputFiles.write(svg, () -> TimelineSvg.of(title, timeline));
        OutputFiles.write(trace, () -> ChromeTrace.of(timeline));
        output.print(report(times, timeline));
        return ExitCode.OK;
    }

    private PipelineTimes times(Job job, Layout layout, @Nullable Long wanted) {
        PipelineTimes all = Evaluator.of(job, Forecaster.calibration(job, layout, own.calibrations()))
                .pipeline(layout);
        if (!all.plays()) {
            throw Failure.wrongInput(
                    file
                            + ": zero-bubble schedules have a closed form only and cannot be played; gpipe, 1f1b and interleaved can");
        }
        PipelineTimes times = wanted == null ? all : all.with(wanted.intValue());
        if (times.schedule() == Schedule.INTERLEAVED && times.microBatches() % times.stages() != 0) {
            throw Failure.wrongInput("--micro-batches: " + times.microBatches()
                    + ": the interleaved schedule needs a multiple of its " + times.stages() + " stages");
        }
        long operations = 2L * times.microBatches() * times.stages() * times.virtualStages();
        if (operations > MOST_OPERATIONS) {
            throw Failure.wrongInput(
                    "%,d operations are too many for a picture of at most %,d; give fewer --micro-batches than %,d"
                            .formatted(operations, MOST_OPERATIONS, times.microBatches()));
        }
        return times;
    }

    private static Report report(PipelineTimes times, Timeline timeline) {
        List<Stage> stages = IntStream.range(0, timeline.stages())
                .mapToObj(s -> new Stage(s, timeline.busySeconds(s), timeline.idleShare(s)))
                .toList();
        return Report.of(
                new Facts<>(
                        "",
                        "One iteration of the pipeline",
                        new Summary(timeline.seconds(), times.microBatches(), times.stages(), times.virtualStages()),
                        List.of(
                                number("seconds", "time", Dimension.SECONDS, Summary::seconds),
                                number("microBatches", "micro-batches", Dimension.COUNT, Summary::microBatches),
                                number("stages", "stages", Dimension.COUNT, Summary::stages),
                                number("virtualStages", "chunks of a stage", Dimension.COUNT, Summary::virtualStages))),
                new TimelineText(timeline),
                new Table<>(
                        "stage",
                        "Stages",
                        stages,
                        List.of(
                                number("number", "stage", Dimension.COUNT, Stage::number),
                                number("busySeconds", "busy", Dimension.SECONDS, Stage::busySeconds),
                                number("idleShare", "waiting", Dimension.RATIO, Stage::idleShare))));
    }

    private static <T> Metric<T> number(
            String key, String label, Dimension dimension, java.util.function.Function<T, Number> value) {
        return Metric.number(key, label, v -> Prints.print(dimension, v), value);
    }
}

package dev.trainwright.app.answer;

import dev.trainwright.app.report.Facts;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Sentence;
import dev.trainwright.app.report.Steps;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.PipelineBubble;
import dev.trainwright.spine.Step;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bubble of a pipeline with equal stages, under both definitions, and the micro-batches for a smaller one. */
public final class BubbleAnswer {
    /** A pipeline. */
    private record Pipeline(
            int stages,
            @Nullable Long microBatches,
            int chunks,
            @Nullable Double atMost) {
        @Nullable
        Double ofWall() {
            return microBatches == null ? null : PipelineBubble.shareOfWallTime(stages, microBatches, chunks);
        }

        @Nullable
        Double overIdeal() {
            return microBatches == null ? null : PipelineBubble.overIdealTime(stages, microBatches, chunks);
        }

        @Nullable
        Long needed() {
            if (atMost == null) {
                return null;
            }
            long fewest = PipelineBubble.microBatchesFor(atMost, stages, chunks);
            return chunks == 1 ? fewest : (fewest + stages - 1) / stages * stages;
        }
    }

    private static final List<Metric<Pipeline>> METRICS = List.of(
            Metric.of("stages", "stages", Dimension.COUNT, Pipeline::stages),
            Metric.of("chunks", "chunks of a stage", Dimension.COUNT, Pipeline::chunks),
            Metric.of("microBatches", "micro-batches", Dimension.COUNT, Pipeline::microBatches),
            Metric.of("shareOfWallTime", "bubble, of the wall time", Dimension.RATIO, Pipeline::ofWall),
            Metric.of("overIdealTime", "bubble, over the time without it", Dimension.RATIO, Pipeline::overIdeal),
            Metric.of("atMost", "bubble wanted, of the wall time", Dimension.RATIO, Pipeline::atMost),
            Metric.of("microBatchesNeeded", "micro-batches for it", Dimension.COUNT, Pipeline::needed));

    private BubbleAnswer() {}

    /** The answer; {@code microBatches} or {@code atMost} is given, or both. */
    public static Report of(int stages, @Nullable Long microBatches, int chunks, @Nullable Double atMost) {
        Pipeline pipeline = new Pipeline(stages, microBatches, chunks, atMost);
        List<Part> parts = new ArrayList<>();
        parts.add(new Sentence("answer", sentence(pipeline)));
        parts.add(new Facts<>("", "", pipeline, METRICS));
        parts.add(new Steps("steps", "Steps", steps(pipeline)));
        return new Report(parts);
    }

    private static String sentence(Pipeline pipeline) {
        if (pipeline.stages() == 1) {
            return "One stage is no pipeline: it has no bubble.";
        }
        List<String> sentences = new ArrayList<>();
        Double ofWall = pipeline.ofWall();
        Double overIdeal = pipeline.overIdeal();
        if (ofWall != null && overIdeal != null) {
            sentences.add(
                    "The bubble is %s of the wall time, which is %s over the time without it: two names of the same idle time."
                            .formatted(ratio(ofWall), ratio(overIdeal)));
        }
        Long needed = pipeline.needed();
        if (needed != null && pipeline.atMost() != null) {
            sentences.add(
                    "At most %s of the wall time takes %,d micro-batches.".formatted(ratio(pipeline.atMost()), needed));
        }
        return String.join(" ", sentences);
    }

    private static List<Step> steps(Pipeline pipeline) {
        List<Step> steps = new ArrayList<>();
        int idle = pipeline.stages() - 1;
        Double ofWall = pipeline.ofWall();
        Double overIdeal = pipeline.overIdeal();
        if (ofWall != null && overIdeal != null) {
            String work = pipeline.chunks() == 1
                    ? pipeline.microBatches() + ""
                    : pipeline.chunks() + " x " + pipeline.microBatches();
            steps.add(new Step(
                    "Of the wall time",
                    "%d / (%s + %d)".formatted(idle, work, idle),
                    ofWall,
                    Dimension.RATIO,
                    "the last stage waits p - 1 slots for its first micro-batch; each slot is one micro-batch"
                            + " (of one chunk) long"));
            steps.add(new Step(
                    "Over the ideal time",
                    "%d / %s".formatted(idle, work),
                    overIdeal,
                    Dimension.RATIO,
                    "the same slots against the work alone: the figure that some papers call the bubble"));
        }
        Long needed = pipeline.needed();
        Double atMost = pipeline.atMost();
        if (needed != null && atMost != null) {
            String share = Prints.full(Dimension.FACTOR, atMost);
            steps.add(new Step(
                    "Micro-batches",
                    "ceil(%d x (1 - %s) / %s%s)"
                            .formatted(idle, share, share, pipeline.chunks() == 1 ? "" : " / " + pipeline.chunks()),
                    needed,
                    Dimension.COUNT,
                    "from bubble <= share of the wall time. More micro-batches are smaller ones or a larger batch: calls"
                            + " get less efficient, so half the bubble need not be time gained"));
        }
        return steps;
    }

    private static String ratio(double ratio) {
        return Prints.full(Dimension.RATIO, ratio);
    }
}

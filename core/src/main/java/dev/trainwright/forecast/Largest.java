package dev.trainwright.forecast;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.job.Job;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Legality;
import dev.trainwright.workload.Batch;
import dev.trainwright.workload.LayerGroup;
import dev.trainwright.workload.MeasuredModel;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.Workload;
import java.util.List;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The largest that a job's devices hold when one thing grows and all else is kept, the number of micro-batches too.
 *
 * @param microBatch samples of a micro-batch; 0 where not even one fits
 * @param sequence tokens of a sample, a multiple of {@code sequenceUnit}; null where samples have none, or as many as an image makes
 * @param sequenceUnit the multiples that were tried
 * @param depth more layers of the same shape; null where layers differ
 */
public record Largest(
        long microBatch,
        @Nullable Long sequence,
        long sequenceUnit,
        @Nullable Depth depth) {
    private static final long MOST = 1L << 32;
    private static final int MOST_LAYERS = 1 << 20;
    /** Attention kernels work on tiles of 128 tokens. */
    private static final int TILE = 128;

    /**
     * A model of the same layers.
     *
     * @param layers how many fit; 0 where not even one does
     * @param parameters of the whole model with them
     */
    public record Depth(int layers, long parameters) {}

    /**
     * Searches for them.
     *
     * @throws IllegalArgumentException when the job has no layout, or its model is known by measurement only
     */
    public static Largest of(Job job, Calibration calibration) {
        Layout layout = Forecaster.layout(job);
        Workload workload = job.workload();
        if (workload.model() instanceof MeasuredModel) {
            throw new IllegalArgumentException("a measured model says nothing of its activations");
        }
        Evaluator evaluator = Evaluator.of(job, calibration);
        long microBatches = Math.max(1, Legality.microBatches(layout, workload));
        long unit = (long) TILE * layout.cp() * layout.tp();
        LongPredicate batchFits = b -> fits(
                job, evaluator, workload.with(workload.model(), replica(microBatches * b)), layout.withMicroBatch(b));
        LongPredicate sequenceFits = units -> fits(job, evaluator, withSequence(workload, units * unit), layout);
        Transformer uniform =
                workload.model() instanceof Transformer transformer && uniform(transformer) ? transformer : null;
        return new Largest(
                largest(batchFits, MOST),
                workload.model() instanceof Transformer model && model.ownTokens() == 0
                        ? unit * largest(sequenceFits, MOST / unit)
                        : null,
                unit,
                uniform == null || !layout.stageLayers().isEmpty() ? null : depth(job, evaluator, uniform));
    }

    private static Depth depth(Job job, Evaluator evaluator, Transformer model) {
        Layout layout = Forecaster.layout(job);
        Workload workload = job.workload();
        LongPredicate fits = layers ->
                fits(job, evaluator, workload.with(withLayers(model, (int) layers), workload.batch()), layout);
        // A pipeline needs a layer for each stage; fewer are not legal.
        long least = (long) layout.pp() * layout.virtualStages();
        int layers = (int) (fits.test(least) ? least * largest(n -> fits.test(least * n), MOST_LAYERS / least) : 0);
        return new Depth(layers, layers == 0 ? 0 : withLayers(model, layers).parameters());
    }

    private static boolean fits(Job job, Evaluator evaluator, Workload workload, Layout layout) {
        return Legality.problems(layout, workload, job.cluster()).isEmpty()
                && evaluator.with(workload).evaluate(layout, false).residentBytes()
                        <= evaluator.machine().memoryBytes();
    }

    /** The largest number from 1 to {@code most} that fits, where all smaller ones do; 0 for none. */
    private static long largest(LongPredicate fits, long most) {
        long low = 0;
        long high = 1;
        while (high <= most && fits.test(high)) {
            low = high;
            high *= 2;
        }
        high = Math.min(high, most + 1);
        while (low + 1 < high) {
            long middle = (low + high) >>> 1;
            if (fits.test(middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static Batch replica(long samples) {
        return new Batch(samples, Batch.Scaling.WEAK);
    }

    private static Workload withSequence(Workload w, long sequence) {
        return new Workload(
                w.model(),
                w.batch(),
                sequence,
                w.precision(),
                w.optimizer(),
                w.fineTuning(),
                w.fusedAttention(),
                w.dropout(),
                w.compiled(),
                w.expertLoad(),
                w.loadSeconds(),
                w.amount());
    }

    /** Whether the model is one stack of equal layers. */
    private static boolean uniform(Transformer model) {
        return model.stacks().size() == 1
                && model.main().groups().size() == 1
                && !model.main().groups().get(0).shared();
    }

    private static Transformer withLayers(Transformer model, int layers) {
        Stack stack = model.main();
        LayerGroup group = stack.groups().get(0);
        Stack deeper = new Stack(
                stack.role(),
                stack.hidden(),
                stack.embedding(),
                List.of(new LayerGroup(group.layer(), layers, false)),
                stack.finalNormParameters());
        return new Transformer(
                model.name(),
                model.family(),
                List.of(deeper),
                model.head(),
                model.others(),
                model.apart(),
                model.notes());
    }
}

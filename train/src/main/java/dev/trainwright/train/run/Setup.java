package dev.trainwright.train.run;

import dev.trainwright.job.Job;
import dev.trainwright.layout.Layout;
import dev.trainwright.train.data.Sampler;
import dev.trainwright.train.nn.Network;
import dev.trainwright.train.pretrained.SavedModel;
import dev.trainwright.train.trainer.Recipe;
import dev.trainwright.train.trainer.Schedule;
import dev.trainwright.train.trainer.UpdateRule;
import dev.trainwright.workload.Amount;
import dev.trainwright.workload.Batch;
import dev.trainwright.workload.Workload;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * A job, made ready to run.
 *
 * @param layout how it is split
 * @param network the model
 * @param data what it is trained and evaluated on
 * @param sampler deals what it is trained on
 * @param recipe how
 * @param steps how long
 * @param result how the trained model is written, null where it is not
 */
record Setup(
        Layout layout,
        Network network,
        DataSource data,
        Sampler sampler,
        Recipe recipe,
        long steps,
        @Nullable SavedModel result) {
    private static final double LOWEST = 0.1;

    /**
     * Reads the job's values.
     *
     * @throws UnsupportedOperationException naming what can be forecast but not run here
     * @throws IllegalArgumentException for values that contradict one another
     */
    static Setup of(Job job, RunOptions options) {
        Workload workload = job.workload();
        Layout layout = layout(job);
        ModelSource model = ModelSource.open(options, workload, layout);
        int sequence = Math.toIntExact(workload.sequence());
        long globalBatch =
                workload.batch().size() * (workload.batch().scaling() == Batch.Scaling.WEAK ? layout.dp() : 1);
        DataSource data = DataSource.open(options, workload.model(), sequence, globalBatch);
        Sampler sampler = new Sampler(data.train().size(), globalBatch, options.seed());
        long steps = options.steps() > 0 ? options.steps() : steps(workload.amount(), globalBatch, sequence, sampler);
        Schedule schedule = new Schedule(
                options.learningRate(), options.warmupSteps(), options.decay(), steps, options.learningRate() * LOWEST);
        Recipe recipe = new Recipe(
                ScalarType.Float,
                autocast(workload),
                rule(workload, options),
                schedule,
                options.clip(),
                options.seed());
        return new Setup(layout, model.network(), data, sampler, recipe, steps, model.result());
    }

    /** The job's layout; plain data parallelism over all devices where it has none. */
    static Layout layout(Job job) {
        Layout layout = job.layout();
        if (layout != null) {
            return layout;
        }
        int devices = job.cluster().devices();
        Batch batch = job.workload().batch();
        long replica = batch.scaling() == Batch.Scaling.WEAK ? batch.size() : (batch.size() + devices - 1) / devices;
        return Layout.dataParallel(devices, replica);
    }

    private static long steps(@Nullable Amount amount, long globalBatch, int sequence, Sampler sampler) {
        if (amount == null) {
            throw new IllegalArgumentException(
                    "how long? Give the workload's train (such as {steps: 100}), or --steps");
        }
        double samples = amount.count();
        return switch (amount.unit()) {
            case STEPS -> Math.round(samples);
            case SAMPLES -> (long) Math.ceil(samples / globalBatch);
            case TOKENS -> (long) Math.ceil(samples / globalBatch / sequence);
            case EPOCHS -> (long) Math.ceil(samples * sampler.stepsPerEpoch());
        };
    }

    private static boolean autocast(Workload workload) {
        return switch (workload.precision().name()) {
            case "fp32" -> false;
            case "amp-bf16" -> true;
            default ->
                throw new UnsupportedOperationException("precision "
                        + workload.precision().name() + " can be forecast but not run on CPUs: fp32 and amp-bf16 can");
        };
    }

    private static UpdateRule rule(Workload workload, RunOptions options) {
        return switch (workload.optimizer()) {
            case ADAMW -> new UpdateRule.AdamW(0.9, 0.95, 1e-8, options.weightDecay());
            case SGD -> new UpdateRule.Sgd(0);
            case SGD_MOMENTUM -> new UpdateRule.Sgd(0.9);
            default ->
                throw new UnsupportedOperationException(
                        workload.optimizer() + " can be forecast but not yet run: adamw, sgd and sgd-momentum can");
        };
    }
}

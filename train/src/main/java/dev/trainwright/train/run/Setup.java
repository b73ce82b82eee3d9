package dev.trainwright.train.run;

import dev.trainwright.job.Job;
import dev.trainwright.layout.Layout;
import dev.trainwright.train.data.Sampler;
import dev.trainwright.train.nn.ConfigOf;
import dev.trainwright.train.nn.Network;
import dev.trainwright.train.nn.Networks;
import dev.trainwright.train.nn.TransformerSpec;
import dev.trainwright.train.pretrained.ModelFolder;
import dev.trainwright.train.pretrained.Pretrained;
import dev.trainwright.train.trainer.Recipe;
import dev.trainwright.train.trainer.Schedule;
import dev.trainwright.train.trainer.UpdateRule;
import dev.trainwright.workload.Amount;
import dev.trainwright.workload.Batch;
import dev.trainwright.workload.FineTuning;
import dev.trainwright.workload.Model;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.Workload;
import java.nio.file.Path;
import java.util.Map;
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
        @Nullable ModelFolder result) {
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
        if (!(workload.fineTuning() instanceof FineTuning.Full)) {
            throw new UnsupportedOperationException(
                    "low-rank fine-tuning can be forecast but not yet run: fineTuning: full is");
        }
        Network network = Networks.of(workload.model());
        int sequence = Math.toIntExact(workload.sequence());
        if (network instanceof TransformerSpec spec && spec.positions() > 0 && sequence > spec.positions()) {
            throw new IllegalArgumentException(
                    "a sequence of " + sequence + " tokens in a model of " + spec.positions() + " positions");
        }
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
        return new Setup(
                layout,
                loaded(network, workload.model()),
                data,
                sampler,
                recipe,
                steps,
                options.save() == null ? null : result(network, workload, options.save()));
    }

    /** With the weights that lie beside the model's config. */
    private static Network loaded(Network network, Model model) {
        return model instanceof Transformer transformer
                        && transformer.files() != null
                        && transformer.files().weights() != null
                ? new Pretrained(
                        network, transformer.family(), transformer.files().weights())
                : network;
    }

    private static ModelFolder result(Network network, Workload workload, String folder) {
        if (!(network instanceof TransformerSpec spec) || !(workload.model() instanceof Transformer model)) {
            throw new UnsupportedOperationException(
                    workload.model().name() + " cannot be written in Hugging Face's layout: transformers can");
        }
        String[] there = Path.of(folder).toFile().list();
        if (there != null && there.length > 0) {
            throw new IllegalArgumentException(
                    "the model is to be saved in " + folder + ", which holds something already: give another folder");
        }
        return model.files() != null
                ? new ModelFolder(model.family(), Map.of(), model.files(), ModelFolder.LARGEST_BYTES)
                : new ModelFolder(
                        ConfigOf.family(spec),
                        ConfigOf.of(spec, Math.toIntExact(workload.sequence())),
                        null,
                        ModelFolder.LARGEST_BYTES);
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

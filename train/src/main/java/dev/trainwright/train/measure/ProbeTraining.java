package dev.trainwright.train.measure;

import dev.trainwright.cluster.Catalogue;
import dev.trainwright.cost.Term;
import dev.trainwright.input.Format;
import dev.trainwright.input.Trees;
import dev.trainwright.job.Job;
import dev.trainwright.job.Jobs;
import dev.trainwright.layout.Layout;
import dev.trainwright.train.data.Sampler;
import dev.trainwright.train.data.SyntheticTokens;
import dev.trainwright.train.nn.Networks;
import dev.trainwright.train.trainer.Recipe;
import dev.trainwright.train.trainer.Trainer;
import dev.trainwright.train.world.Identity;
import dev.trainwright.train.world.World;
import java.time.Duration;
import java.util.Map;

/**
 * Training of a small decoder in the manner of Llama, each process by itself: what real layers take beyond their products, what an optimizer takes of weights that no cache holds, and
 * what a process holds beyond its tensors.
 */
public final class ProbeTraining implements AutoCloseable {
    private static final int MICRO_BATCH = 4;
    private static final int SEQUENCE = 96;
    private static final int VOCABULARY = 1024;
    private static final String JOB = """
            workload:
              model: {name: probe, layers: 2, hidden: 320, heads: 5, vocab: %d}
              globalBatch: %d
              sequence: %d
              precision: fp32
            layout: {dp: 1, microBatch: %d}
            cluster: {devices: 1, accelerator: %s}
            """;
    private static final String ANY =
            "{id: any, memory: 1 GB, memoryBandwidth: 1 GB/s, peak: {fp32: 1 GFLOP/s}, vectorPeak: 1 GFLOP/s}";

    private final World alone;
    private final Trainer trainer;
    private long steps;

    private ProbeTraining(World alone) {
        this.alone = alone;
        long samples = 1024;
        trainer = new Trainer(
                alone,
                Layout.dataParallel(1, MICRO_BATCH),
                Networks.of(job(ANY).workload().model()),
                new SyntheticTokens(samples, SEQUENCE, VOCABULARY, 0),
                new Sampler(samples, MICRO_BATCH, 0),
                Recipe.adamW(1e-3));
    }

    /** One, at its beginning. */
    static ProbeTraining start() {
        return new ProbeTraining(World.join(Identity.single(), Duration.ofSeconds(1)));
    }

    /** The job that it runs, on one device. */
    public static Job job(String accelerator) {
        String text = JOB.formatted(VOCABULARY, MICRO_BATCH, SEQUENCE, MICRO_BATCH, accelerator);
        Job job = Jobs.read(Trees.parse("the probe's job", text, Format.YAML), Catalogue.builtIn());
        return new Job(job.name(), job.workload().eager(), job.cluster(), job.layout(), job.software(), job.assumed());
    }

    /** Seconds of the passes over the layers, and of the update, in one step. */
    double[] step() {
        Map<Term, Double> terms = trainer.step(++steps).terms();
        return new double[] {
            terms.getOrDefault(Term.FORWARD, 0.0) + terms.getOrDefault(Term.BACKWARD, 0.0),
            terms.getOrDefault(Term.OPTIMIZER, 0.0)
        };
    }

    @Override
    public void close() {
        alone.close();
    }
}

package dev.trainwright.train.trainer;

import dev.trainwright.train.data.Dataset;
import dev.trainwright.train.data.MicroBatch;
import dev.trainwright.train.engine.Autocast;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.nn.Tally;
import dev.trainwright.train.parallel.Pipeline;
import dev.trainwright.train.world.Collectives;
import java.util.stream.LongStream;

/**
 * Runs a model forward over a whole data set, each replica over its share.
 *
 * @param dp the replicas
 * @param pp the pipeline's stages
 * @param pipeline of this rank
 * @param microBatch samples at a time
 */
record Evaluator(Collectives dp, Collectives pp, Pipeline pipeline, Recipe recipe, long microBatch) {

    /** Every rank calls it; all get the same answer. Replicas with fewer micro-batches run empty ones, since all must take part in every collective. */
    Evaluation evaluate(Dataset data) {
        Tally tally = new Tally();
        double[] sums = new double[2];
        long from = data.size() * dp.rank() / dp.size();
        long to = data.size() * (dp.rank() + 1) / dp.size();
        long most = (data.size() + dp.size() - 1) / dp.size();
        for (long at = 0; at < most; at += microBatch) {
            long first = from + at;
            long last = Math.min(to, first + microBatch);
            Tensors.scope(() -> {
                MicroBatch batch = first < last
                        ? data.batch(LongStream.range(first, last).toArray(), recipe.type())
                        : data.batch(new long[] {0}, recipe.type()).ignored();
                Autocast.run(recipe.autocast(), () -> sums[0] += pipeline.evaluate(batch, tally));
                sums[1] += batch.counted();
            });
        }
        double loss = dp.sum(pp.sum(sums[0]));
        double correct = dp.sum(pp.sum(tally.correct()));
        double counted = dp.sum(sums[1]);
        boolean classes = pp.sum(tally.told() ? 1 : 0) > 0;
        return new Evaluation(loss / counted, classes ? correct / counted : Double.NaN, Math.round(counted));
    }
}

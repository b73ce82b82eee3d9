package dev.trainwright.plan;

import dev.trainwright.cost.MemoryPart;
import dev.trainwright.cost.Term;
import dev.trainwright.forecast.Iteration;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Legality;
import dev.trainwright.layout.Sharding;
import dev.trainwright.layout.ZeroStage;

/** Looks at every layout of a range of shapes: rejects it with a reason, or bounds its time. Confined to one thread. */
final class Scan {
    private final Part part;
    private final int number;
    private final Objective by;
    private final double rate;
    private final Tally tally;
    private final double[] terms = new double[Term.values().length];
    private final double[] memory = new double[MemoryPart.values().length];

    /**
     * A scan of a part.
     *
     * @param number of the part
     * @param rate by which seconds a sample are multiplied to rank by cost
     */
    Scan(Part part, int number, Objective by, double rate, int wanted) {
        this.part = part;
        this.number = number;
        this.by = by;
        this.rate = rate;
        this.tally = new Tally(wanted);
    }

    /** Looks at shapes {@code from} to {@code to}. */
    Tally range(long from, long to) {
        for (long shape = from; shape < to; shape++) {
            Layout layout = part.space().shape(shape);
            long broken = part.legality().brokenByShape(layout);
            if (broken != 0) {
                broken(broken, shape, 0, part.space().shardings());
            } else if (part.space().repeats(layout)) {
                tally.reject(SearchRule.REPEATS.number(), part.space().shardings(), 0, number, shape, 0);
            } else if (layout.virtualStages() > 1 && !part.legality().hasEqualChunks(layout)) {
                tally.reject(SearchRule.EQUAL_CHUNKS.number(), part.space().shardings(), 0, number, shape, 0);
            } else {
                shape(shape, layout);
            }
        }
        return tally;
    }

    /** Counts layouts under the first rule that they break; the closest miss breaks the fewest. */
    private void broken(long rules, long shape, int sharding, int layouts) {
        tally.reject(Long.numberOfTrailingZeros(rules), layouts, Long.bitCount(rules), number, shape, sharding);
    }

    private void shape(long shape, Layout layout) {
        int ranks = layout.dp() * layout.cp();
        long samples = part.globalBatch(layout.dp());
        long microBatches = Legality.microBatches(layout, part.job().workload());
        Sharding[] shardings = part.shardings(ranks);
        Iteration plain = null;
        Iteration sharded = null;
        for (int i = 0; i < shardings.length; i++) {
            Sharding sharding = shardings[i];
            long broken = part.legality().brokenBySharding(layout, sharding);
            if (broken != 0) {
                broken(broken, shape, i, 1);
            } else if (part.space().repeats(sharding, i, ranks, microBatches)) {
                tally.reject(SearchRule.REPEATS.number(), 1, 0, number, shape, i);
            } else if (sharding.zero() == ZeroStage.ZERO_3) {
                sharded = sharded == null ? iteration(layout, sharding) : sharded;
                sharding(sharded, sharding, samples, shape, i);
            } else {
                plain = plain == null ? iteration(layout, sharding) : plain;
                sharding(plain, sharding, samples, shape, i);
            }
        }
    }

    /** Whether weights are sharded decides which software's constants serve. */
    private Iteration iteration(Layout layout, Sharding sharding) {
        return part.evaluator(layout.with(sharding)).iteration(layout, false);
    }

    private void sharding(Iteration iteration, Sharding sharding, long samples, long shape, int index) {
        iteration.memory(sharding, memory);
        double bytes = sum(memory);
        double over = bytes - iteration.deviceBytes();
        if (over > 0) {
            tally.reject(SearchRule.MEMORY.number(), 1, over, number, shape, index);
            return;
        }
        double offHost = iteration.hostBytes(sharding) - part.hostBytes();
        if (offHost > 0) {
            tally.reject(SearchRule.HOST_MEMORY.number(), 1, offHost, number, shape, index);
            return;
        }
        iteration.times(sharding, terms);
        double least = sum(terms) / samples;
        double most = least + iteration.slackSeconds() / samples;
        if (by == Objective.MEMORY) {
            tally.fits(number, shape, index, bytes, least, most, bytes, bytes);
        } else {
            double scale = by == Objective.COST ? rate : 1;
            tally.fits(number, shape, index, bytes, least, most, scale * least, scale * most);
        }
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }
}

package dev.trainwright.forecast;

import dev.trainwright.cost.MemoryPart;
import dev.trainwright.cost.Term;

/**
 * The bare numbers of one layout: what search compares and a {@link Forecast} is made from.
 *
 * @param terms seconds of one iteration by {@link Term}
 * @param memory bytes of the fullest device by {@link MemoryPart}
 * @param fullestStage its pipeline stage
 * @param microBatches m
 * @param bubbleShare bubble as a share of the pipeline's wall time
 */
public record Evaluation(double[] terms, double[] memory, int fullestStage, long microBatches, double bubbleShare) {

    /** Seconds of one iteration: the terms in their order. */
    public double seconds() {
        double sum = 0;
        for (double term : terms) {
            sum += term;
        }
        return sum;
    }

    /** Seconds of {@code term}. */
    public double term(Term term) {
        return terms[term.ordinal()];
    }

    /** What the framework's allocator holds at the peak: everything but context and slack. */
    public double allocatedBytes() {
        return residentBytes() - memory[MemoryPart.CONTEXT.ordinal()] - memory[MemoryPart.SLACK.ordinal()];
    }

    /** What the device holds at the peak. */
    public double residentBytes() {
        double sum = 0;
        for (double part : memory) {
            sum += part;
        }
        return sum;
    }
}

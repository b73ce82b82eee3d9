package dev.trainwright.train.trainer;

import dev.trainwright.cost.Term;
import java.util.Map;

/**
 * One optimizer step as one rank saw it.
 *
 * @param step 1 for the first
 * @param loss mean over everything that counted in the global batch
 * @param counted tokens or samples that counted
 * @param gradientNorm before clipping; NaN when it was not asked for
 * @param learningRate used
 * @param seconds wall time
 * @param terms the wall time by term
 * @param stop whether a rank was asked to stop: all ranks learn it in the same step
 */
public record StepResult(
        long step,
        double loss,
        long counted,
        double gradientNorm,
        double learningRate,
        double seconds,
        Map<Term, Double> terms,
        boolean stop) {
    public StepResult {
        terms = Map.copyOf(terms);
    }
}

package dev.trainwright.cost;

/**
 * FLOPs of one token, forward, by operation.
 *
 * @param projections matrix products into and out of attention and other token mixers
 * @param core what grows with the sequence: scores and weighted values, or the recurrence of a linear mixer
 * @param feedForward feed-forward parts, of a mixture's experts the visited ones, and routers
 * @param head the output matrix
 */
public record TokenFlops(double projections, double core, double feedForward, double head) {

    /** All operations together. */
    public double total() {
        return projections + core + feedForward + head;
    }

    /** The same for {@code count} layers. */
    TokenFlops times(double count) {
        return new TokenFlops(count * projections, count * core, count * feedForward, count * head);
    }

    TokenFlops plus(TokenFlops other) {
        return new TokenFlops(
                projections + other.projections, core + other.core, feedForward + other.feedForward, head + other.head);
    }
}

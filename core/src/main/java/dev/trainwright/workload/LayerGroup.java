package dev.trainwright.workload;

/**
 * Consecutive layers of equal shape.
 *
 * @param layer the shape
 * @param count how many run one after another, at least 1
 * @param shared whether all of them use the same weights (ALBERT)
 */
public record LayerGroup(Layer layer, int count, boolean shared) {

    public LayerGroup {
        if (count < 1) {
            throw new IllegalArgumentException("a group has at least one layer, not " + count);
        }
    }
}

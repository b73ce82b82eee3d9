package dev.trainwright.train.parallel;

import dev.trainwright.train.nn.Layer;
import java.util.ArrayList;
import java.util.List;

/** Cuts a model into parts for a pipeline. */
public final class Partition {
    private Partition() {}

    /**
     * The layers of each part, in order: the inner layers are dealt evenly, the first parts taking the remainder, or as {@code inner} says; the first part also
     * holds the first layer, the last part the last.
     *
     * @param inner inner layers of each part, empty for an even deal
     */
    public static List<List<Layer>> of(List<Layer> layers, int parts, List<Integer> inner) {
        int free = layers.size() - 2;
        if (parts > 1 && free < parts) {
            throw new IllegalArgumentException(
                    free + " layers cannot be dealt to " + parts + " pipeline parts: one each is needed");
        }
        if (!inner.isEmpty()
                && (inner.size() != parts
                        || inner.stream().mapToInt(Integer::intValue).sum() != free)) {
            throw new IllegalArgumentException("stage layers " + inner + " are not " + parts
                    + " numbers that add up to the model's " + free + " layers");
        }
        List<List<Layer>> cut = new ArrayList<>();
        int from = 0;
        for (int part = 0; part < parts; part++) {
            int count = inner.isEmpty() ? free / parts + (part < free % parts ? 1 : 0) : inner.get(part);
            int to = from + count + (part == 0 ? 1 : 0) + (part == parts - 1 ? 1 : 0);
            cut.add(layers.subList(from, to));
            from = to;
        }
        return cut;
    }
}

package dev.trainwright.workload.hf.reading;

import dev.trainwright.workload.Layer;
import dev.trainwright.workload.LayerGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Builds lists of layers. */
public final class Layers {

    private Layers() {}

    /** Layers 0 to {@code count - 1}, runs of equal ones grouped. */
    public static List<LayerGroup> of(int count, IntFunction<Layer> layer) {
        List<LayerGroup> groups = new ArrayList<>();
        Layer current = layer.apply(0);
        int run = 1;
        for (int i = 1; i < count; i++) {
            Layer next = layer.apply(i);
            if (next.equals(current)) {
                run++;
            } else {
                groups.add(new LayerGroup(current, run, false));
                current = next;
                run = 1;
            }
        }
        groups.add(new LayerGroup(current, run, false));
        return groups;
    }
}

package dev.trainwright.evidence.job;

import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.LayerGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import java.util.ArrayList;
import java.util.List;

/** Models cut to their first layers, as benchmarks cut them to fit one machine. */
final class Truncation {
    private Truncation() {}

    /** {@code model} with the first {@code layers} layers of its last stack, at most {@code dense} of them from its first run of dense layers. */
    static Transformer first(Transformer model, int layers, long dense) {
        Stack main = model.main();
        if (layers >= main.layers()) {
            return model;
        }
        List<LayerGroup> kept = new ArrayList<>();
        int left = layers;
        for (LayerGroup group : main.groups()) {
            boolean opening = kept.isEmpty() && group.layer().feedForward() instanceof DenseFeedForward;
            int most = opening ? (int) Math.min(dense, group.count()) : group.count();
            int count = Math.min(left, most);
            if (count > 0) {
                kept.add(new LayerGroup(group.layer(), count, group.shared()));
            }
            left -= count;
        }
        List<Stack> stacks = new ArrayList<>(model.stacks());
        stacks.set(
                stacks.size() - 1,
                new Stack(main.role(), main.hidden(), main.embedding(), kept, main.finalNormParameters()));
        return new Transformer(
                model.name() + ", first " + layers + " layers",
                model.family(),
                stacks,
                model.head(),
                model.others(),
                model.apart(),
                model.notes());
    }
}

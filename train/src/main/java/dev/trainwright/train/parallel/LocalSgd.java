package dev.trainwright.train.parallel;

import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.world.Collectives;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/**
 * Replicas that step alone and agree every H steps (DiLoCo, Douillard et al., arXiv 2311.08105, algorithm 1): the mean of what they moved is the gradient of an outer
 * SGD with Nesterov momentum. Rate 1 without momentum is plain averaging (local SGD, Stich, arXiv 1805.09767).
 */
public final class LocalSgd {
    /** The paper's outer learning rate and momentum. */
    private static final double OUTER_RATE = 0.7;

    private static final double OUTER_MOMENTUM = 0.9;

    private record Outer(Tensor agreed, Tensor momentum) {}

    private final Collectives group;
    private final int localSteps;
    private final double rate;
    private final double momentum;
    private final Map<Slot, Outer> outers = new LinkedHashMap<>();

    /** With the outer optimizer given. */
    public LocalSgd(Collectives group, Iterable<Slot> slots, int localSteps, double rate, double momentum) {
        this.group = group;
        this.localSteps = localSteps;
        this.rate = rate;
        this.momentum = momentum;
        for (Slot slot : slots) {
            Tensor agreed = Tensors.keep(slot.weights().detach().clone());
            outers.put(
                    slot, new Outer(agreed, Tensors.keep(Tensors.zeros(agreed.scalar_type(), Tensors.shape(agreed)))));
        }
    }

    /** With the paper's outer optimizer. */
    public static LocalSgd diLoCo(Collectives group, Iterable<Slot> slots, int localSteps) {
        return new LocalSgd(group, slots, localSteps, OUTER_RATE, OUTER_MOMENTUM);
    }

    /** After local step {@code step}, 1 for the first: agrees when it is a multiple of H. */
    public void afterStep(long step) {
        if (step % localSteps == 0) {
            Tensors.noGrad(() -> outers.forEach(this::agree));
        }
    }

    private void agree(Slot slot, Outer outer) {
        Tensors.scope(() -> {
            Tensor moved = outer.agreed().sub(slot.weights());
            group.allReduce(moved);
            moved.div_(Tensors.scalar(group.size()));
            outer.momentum().mul_(Tensors.scalar(momentum)).add_(moved);
            Tensor direction = moved.add(outer.momentum(), Tensors.scalar(momentum));
            outer.agreed().sub_(direction, Tensors.scalar(rate));
            slot.weights().copy_(outer.agreed());
        });
    }
}

package dev.trainwright.train.trainer;

import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.parallel.Slot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bytedeco.pytorch.Tensor;

/** An update rule with its state for every slot of this rank. */
public final class Optimizer {
    private final UpdateRule rule;
    private final Map<Slot, Map<String, Tensor>> states = new LinkedHashMap<>();

    public Optimizer(UpdateRule rule, List<Slot> slots) {
        this.rule = rule;
        slots.forEach(slot -> states.put(slot, rule.newState(slot.weights())));
    }

    /** The slots it updates. */
    public Iterable<Slot> slots() {
        return states.keySet();
    }

    /** State tensors of {@code slot} by name. */
    public Map<String, Tensor> state(Slot slot) {
        return Objects.requireNonNull(states.get(slot));
    }

    /**
     * Updates every slot.
     *
     * @param scale multiplies each gradient first, for clipping; 1 for none
     */
    public void step(long step, double learningRate, double scale) {
        Tensors.noGrad(() -> states.forEach((slot, state) -> Tensors.scope(() -> {
            Tensor gradient = slot.gradient().get();
            if (scale != 1) {
                gradient.mul_(Tensors.scalar(scale));
            }
            rule.update(slot.weights(), gradient, state, step, learningRate);
        })));
    }
}

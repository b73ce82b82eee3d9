package dev.trainwright.train.parallel;

import dev.trainwright.cost.Term;
import dev.trainwright.train.engine.Tape;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.nn.AttentionCore;
import dev.trainwright.train.nn.Layer;
import dev.trainwright.train.nn.Pass;
import java.util.List;
import org.bytedeco.pytorch.GradMode;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Selective activation recomputation (Korthikanti et al., arXiv 2205.05198, section 5): attention between its products runs forward without a graph, and again with one when its gradient
 * arrives.
 *
 * @param inner what runs the layer
 * @param clock where the second forward pass is booked
 */
public record SelectiveRecompute(LayerRunner inner, Clock clock) implements LayerRunner, AttentionCore {
    private static final int HEADS = 1;

    @Override
    public Tensor run(Layer layer, Tensor x, Pass pass) {
        return inner.run(layer, x, pass.with(this));
    }

    @Override
    public Tensor run(List<Tensor> inputs, Core core, Tape tape) {
        Tensor mixed = Tensors.grad(false, () -> core.of(inputs));
        // The inputs side by side, the first of them overwritten: the gradient of what stands there then arrives at the
        // hook, and theirs go back from it.
        Tensor together = torch.cat(Tensors.vector(inputs), HEADS);
        long heads = mixed.size(HEADS);
        Tensor first = together.narrow(HEADS, 0, heads);
        first.variable_data().copy_(mixed);
        if (together.requires_grad() && GradMode.is_enabled()) {
            List<Tensor> kept =
                    inputs.stream().map(input -> tape.keep(input.detach())).toList();
            tape.observe(
                    together,
                    gradient -> Tensors.grad(true, () -> again(kept, core, gradient.narrow(HEADS, 0, heads))));
        }
        return first;
    }

    private Tensor again(List<Tensor> inputs, Core core, Tensor gradient) {
        List<Tensor> leaves = inputs.stream()
                .map(input -> input.detach().set_requires_grad(true))
                .toList();
        Tensor[] output = new Tensor[1];
        clock.run(Term.RECOMPUTE, () -> output[0] = core.of(leaves));
        Tensors.backward(output[0], gradient.detach());
        return torch.cat(Tensors.vector(leaves.stream().map(Tensor::grad).toList()), HEADS);
    }
}

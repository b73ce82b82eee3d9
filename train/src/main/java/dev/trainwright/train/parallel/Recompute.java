package dev.trainwright.train.parallel;

import dev.trainwright.cost.Term;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.nn.Layer;
import dev.trainwright.train.nn.Pass;
import org.bytedeco.pytorch.Tensor;

/**
 * Full activation recomputation (Chen et al., arXiv 1604.06174): a layer runs forward without a graph, and again with one when its gradient arrives. Layers that
 * change the shape of their input (the first and the last) run plainly.
 *
 * @param inner what runs the layer
 * @param clock where the second forward pass is booked
 */
public record Recompute(LayerRunner inner, Clock clock) implements LayerRunner {
    @Override
    public Tensor run(Layer layer, Tensor x, Pass pass) {
        if (!x.requires_grad() || !org.bytedeco.pytorch.GradMode.is_enabled()) {
            return inner.run(layer, x, pass);
        }
        Tensor y = Tensors.grad(false, () -> inner.run(layer, x, pass));
        if (y.dim() != x.dim() || y.size(-1) != x.size(-1)) {
            return inner.run(layer, x, pass);
        }
        // An identity on x whose memory takes y's values: the gradient of y then arrives at the hook.
        Tensor same = x.clone();
        same.variable_data().copy_(y);
        Tensor input = pass.tape().keep(x.detach());
        pass.tape().observe(same, gradient -> Tensors.grad(true, () -> again(layer, input, gradient, pass)));
        return same;
    }

    private Tensor again(Layer layer, Tensor input, Tensor gradient, Pass pass) {
        Tensor leaf = input.detach().set_requires_grad(true);
        Tensor[] output = {leaf};
        clock.run(Term.RECOMPUTE, () -> output[0] = inner.run(layer, leaf, pass));
        Tensors.backward(output[0], gradient.detach());
        return leaf.grad();
    }
}

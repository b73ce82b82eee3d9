package dev.trainwright.train.nn;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Dense layer, activation, norm, logits over the (split) vocabulary with the token table and a bias, summed cross-entropy of the tokens that were masked. */
final class MaskedHead implements Layer {
    private static final String NAME = "lm_head";

    private final Linear dense;
    private final Activation activation;
    private final Norm norm;
    private final Parameter table;
    private final Parameter bias;
    private final Split split;

    MaskedHead(Weights weights, TransformerSpec spec, Parameter table, double deviation) {
        split = weights.split();
        long h = spec.hidden();
        dense = Linear.whole(weights, NAME + ".dense", h, h, deviation);
        activation = spec.numerics().activation();
        norm = new Norm(weights, NAME + ".norm", h, spec.rms(), spec.numerics().epsilon());
        bias = weights.constant(NAME + ".bias", 0, 0, spec.vocab());
        this.table = table;
    }

    @Override
    public List<Parameter> parameters() {
        List<Parameter> all = new ArrayList<>(dense.parameters());
        all.addAll(norm.parameters());
        all.add(table);
        all.add(bias);
        return all;
    }

    @Override
    public Tensor forward(Tensor x, Pass pass) {
        Tensor transformed = norm.apply(activation.apply(dense.apply(x)));
        Tensor logits = torch.linear(split.enter(transformed, pass.tape()), table.value());
        return pass.loss(split, logits.add(bias.value()).flatten(0, 1));
    }
}

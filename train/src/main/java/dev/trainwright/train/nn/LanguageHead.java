package dev.trainwright.train.nn;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Final norm, logits over the (split) vocabulary, summed cross-entropy of all tokens. */
final class LanguageHead implements Layer {
    private final Norm norm;
    private final Parameter table;
    private final Split split;

    LanguageHead(Weights weights, TransformerSpec spec, Parameter table) {
        split = weights.split();
        norm = new Norm(
                weights,
                "model.norm",
                spec.hidden(),
                spec.rms(),
                spec.numerics().epsilon());
        this.table = table;
    }

    @Override
    public List<Parameter> parameters() {
        List<Parameter> all = new ArrayList<>(norm.parameters());
        all.add(table);
        return all;
    }

    @Override
    public Tensor forward(Tensor x, Pass pass) {
        Tensor logits = torch.linear(split.enter(norm.apply(x), pass.tape()), table.value());
        return pass.loss(split, logits.flatten(0, 1));
    }
}

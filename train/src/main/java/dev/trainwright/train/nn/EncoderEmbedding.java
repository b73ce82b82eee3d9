package dev.trainwright.train.nn;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/** Token, position and token type tables, and a norm over their sum: batch x sequence ids in, batch x sequence x hidden out. */
final class EncoderEmbedding implements Layer {
    private final Embedding tokens;
    private final Parameter types;
    private final Norm norm;

    EncoderEmbedding(Weights weights, EncoderSpec spec, double deviation) {
        TransformerSpec body = spec.body();
        tokens = new Embedding(weights, body, deviation);
        types = weights.normal("model.embed_types.weight", deviation, -1, spec.types(), body.hidden());
        norm = new Norm(
                weights,
                "model.embed_norm",
                body.hidden(),
                body.rms(),
                body.numerics().epsilon());
    }

    Parameter table() {
        return tokens.table();
    }

    @Override
    public List<Parameter> parameters() {
        List<Parameter> all = new ArrayList<>(tokens.parameters());
        all.add(types);
        all.addAll(norm.parameters());
        return all;
    }

    @Override
    public Tensor forward(Tensor ids, Pass pass) {
        return norm.apply(tokens.forward(ids, pass).add(types.value().select(0, 0)));
    }
}

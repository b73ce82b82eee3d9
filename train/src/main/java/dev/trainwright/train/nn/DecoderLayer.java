package dev.trainwright.train.nn;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/** Attention and feed-forward part with pre-normalised residuals. */
final class DecoderLayer implements Layer {
    private final Norm attentionNorm;
    private final SelfAttention attention;
    private final Norm feedForwardNorm;
    private final Block feedForward;

    DecoderLayer(Weights weights, TransformerSpec spec, int index, double deviation) {
        String name = "model.layers." + index;
        double last = deviation / Math.sqrt(2.0 * spec.layers());
        double epsilon = spec.numerics().epsilon();
        attentionNorm = new Norm(weights, name + ".input_layernorm", spec.hidden(), spec.rms(), epsilon);
        attention = new SelfAttention(weights, spec, name + ".self_attn", deviation, last);
        feedForwardNorm = new Norm(weights, name + ".post_attention_layernorm", spec.hidden(), spec.rms(), epsilon);
        feedForward = spec.experts() == 0
                ? new FeedForward(weights, spec, FeedForward.Names.dense(name), deviation, last)
                : new Mixture(weights, spec, name, deviation, last);
    }

    @Override
    public List<Parameter> parameters() {
        List<Parameter> all = new ArrayList<>(attentionNorm.parameters());
        all.addAll(attention.parameters());
        all.addAll(feedForwardNorm.parameters());
        all.addAll(feedForward.parameters());
        return all;
    }

    @Override
    public Tensor forward(Tensor x, Pass pass) {
        Tensor afterAttention = x.add(attention.apply(attentionNorm.apply(x), pass));
        return afterAttention.add(feedForward.apply(feedForwardNorm.apply(afterAttention), pass.tape()));
    }
}

package dev.trainwright.train.nn;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/** Attention and feed-forward part, each with a norm behind its residual (Vaswani et al., arXiv 1706.03762, section 3.1). */
final class EncoderLayer implements Layer {
    private final SelfAttention attention;
    private final Norm attentionNorm;
    private final FeedForward feedForward;
    private final Norm outputNorm;

    EncoderLayer(Weights weights, TransformerSpec spec, int index, double deviation) {
        String name = "model.layers." + index;
        double epsilon = spec.numerics().epsilon();
        attention = new SelfAttention(weights, spec, name + ".self_attn", deviation, deviation);
        attentionNorm = new Norm(weights, name + ".self_attn_layer_norm", spec.hidden(), spec.rms(), epsilon);
        feedForward = new FeedForward(weights, spec, FeedForward.Names.dense(name), deviation, deviation);
        outputNorm = new Norm(weights, name + ".final_layer_norm", spec.hidden(), spec.rms(), epsilon);
    }

    @Override
    public List<Parameter> parameters() {
        List<Parameter> all = new ArrayList<>(attention.parameters());
        all.addAll(attentionNorm.parameters());
        all.addAll(feedForward.parameters());
        all.addAll(outputNorm.parameters());
        return all;
    }

    @Override
    public Tensor forward(Tensor x, Pass pass) {
        Tensor attended = attentionNorm.apply(x.add(attention.apply(x, pass)));
        return outputNorm.apply(attended.add(feedForward.apply(attended, pass.tape())));
    }
}

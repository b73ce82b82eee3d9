package dev.trainwright.train.nn;

import dev.trainwright.train.engine.Tensors;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/** Attention and feed-forward part with pre-normalised residuals; heads and inner width are split over tensor-parallel ranks. */
final class DecoderLayer implements Layer {
    /** Base of rotary positions (Su et al., arXiv 2104.09864). */
    private static final double ROTARY_BASE = 10_000;

    private final TransformerSpec spec;
    private final Split split;
    private final Norm attentionNorm;
    private final Linear query;
    private final Linear key;
    private final Linear value;
    private final Linear output;
    private final Norm feedForwardNorm;
    private final @Nullable Linear gate;
    private final Linear up;
    private final Linear down;

    DecoderLayer(Weights weights, TransformerSpec spec, int index, double deviation) {
        this.spec = spec;
        split = weights.split();
        if (spec.heads() % split.size() != 0 || spec.kvHeads() % split.size() != 0) {
            throw new IllegalArgumentException(
                    spec.heads() + " heads over " + spec.kvHeads() + " key/value heads cannot be split over "
                            + split.size() + " tensor-parallel ranks: both must divide");
        }
        String name = "model.layers." + index;
        long h = spec.hidden();
        long width = (long) spec.heads() * spec.headSize();
        long kv = (long) spec.kvHeads() * spec.headSize();
        boolean bias = spec.attentionBias();
        double last = deviation / Math.sqrt(2.0 * spec.layers());
        attentionNorm = new Norm(weights, name + ".input_layernorm", h, spec.rms());
        query = Linear.column(weights, name + ".self_attn.q_proj", h, width, bias, deviation);
        key = Linear.column(weights, name + ".self_attn.k_proj", h, kv, bias, deviation);
        value = Linear.column(weights, name + ".self_attn.v_proj", h, kv, bias, deviation);
        output = Linear.row(weights, name + ".self_attn.o_proj", width, h, bias, last);
        feedForwardNorm = new Norm(weights, name + ".post_attention_layernorm", h, spec.rms());
        boolean inner = spec.feedForwardBias();
        gate = spec.gated()
                ? Linear.column(weights, name + ".mlp.gate_proj", h, spec.intermediate(), inner, deviation)
                : null;
        up = Linear.column(weights, name + ".mlp.up_proj", h, spec.intermediate(), inner, deviation);
        down = Linear.row(weights, name + ".mlp.down_proj", spec.intermediate(), h, inner, last);
    }

    @Override
    public List<Parameter> parameters() {
        List<Parameter> all = new ArrayList<>(attentionNorm.parameters());
        for (Linear linear : List.of(query, key, value, output)) {
            all.addAll(linear.parameters());
        }
        all.addAll(feedForwardNorm.parameters());
        if (gate != null) {
            all.addAll(gate.parameters());
        }
        all.addAll(up.parameters());
        all.addAll(down.parameters());
        return all;
    }

    @Override
    public Tensor forward(Tensor x, Pass pass) {
        Tensor afterAttention = x.add(attention(split.enter(attentionNorm.apply(x), pass.tape())));
        return afterAttention.add(feedForward(split.enter(feedForwardNorm.apply(afterAttention), pass.tape())));
    }

    private Tensor attention(Tensor x) {
        Tensor q = heads(query.apply(x));
        Tensor k = heads(key.apply(x));
        Tensor v = heads(value.apply(x));
        if (spec.positions() == 0) {
            Tensor angle = angles(x.size(1), q.scalar_type());
            q = rotate(q, angle);
            k = rotate(k, angle);
        }
        Tensor mixed = torch.scaled_dot_product_attention(
                q, k, v, new TensorOptional(), 0, spec.causal(), new DoubleOptional(), spec.heads() != spec.kvHeads());
        return output.applySummed(mixed.transpose(1, 2).flatten(2, 3), split);
    }

    private Tensor feedForward(Tensor x) {
        Tensor inner = gate == null
                ? torch.gelu(up.apply(x), "tanh")
                : torch.silu(gate.apply(x)).mul(up.apply(x));
        return down.applySummed(inner, split);
    }

    /** Batch x sequence x (heads d) to batch x heads x sequence x d. */
    private Tensor heads(Tensor x) {
        return x.view(x.size(0), x.size(1), -1, spec.headSize()).transpose(1, 2);
    }

    private Tensor angles(long sequence, ScalarType type) {
        double[] frequency = new double[spec.headSize() / 2];
        for (int i = 0; i < frequency.length; i++) {
            frequency[i] = Math.pow(ROTARY_BASE, -2.0 * i / spec.headSize());
        }
        Tensor position = torch.arange(Tensors.scalar(sequence), Tensors.of(ScalarType.Double));
        Tensor angle = torch.outer(position, Tensors.of(ScalarType.Double, frequency, frequency.length));
        return torch.cat(new TensorVector(angle, angle), 1).to(type);
    }

    private static Tensor rotate(Tensor x, Tensor angle) {
        long half = x.size(-1) / 2;
        Tensor turned = torch.cat(new TensorVector(x.narrow(-1, half, half).neg(), x.narrow(-1, 0, half)), -1);
        return x.mul(angle.cos()).add(turned.mul(angle.sin()));
    }
}

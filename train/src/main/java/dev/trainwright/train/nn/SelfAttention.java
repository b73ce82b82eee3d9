package dev.trainwright.train.nn;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** Softmax attention of the stream over itself; heads are split over tensor-parallel ranks. */
final class SelfAttention {
    private final TransformerSpec spec;
    private final Split split;
    private final Linear query;
    private final Linear key;
    private final Linear value;
    private final Linear output;

    /**
     * Under the names that Llama's checkpoints have.
     *
     * @param last deviation of the output matrix
     */
    SelfAttention(Weights weights, TransformerSpec spec, String name, double deviation, double last) {
        this.spec = spec;
        split = weights.split();
        if (spec.heads() % split.size() != 0 || spec.kvHeads() % split.size() != 0) {
            throw new IllegalArgumentException(
                    spec.heads() + " heads over " + spec.kvHeads() + " key/value heads cannot be split over "
                            + split.size() + " tensor-parallel ranks: both must divide");
        }
        long h = spec.hidden();
        long width = spec.queryWidth();
        long kv = spec.kvWidth();
        boolean bias = spec.attentionBias() != AttentionBias.NONE;
        query = Linear.column(weights, name + ".q_proj", h, width, bias, deviation);
        key = Linear.column(weights, name + ".k_proj", h, kv, bias, deviation);
        value = Linear.column(weights, name + ".v_proj", h, kv, bias, deviation);
        output = Linear.row(weights, name + ".o_proj", width, h, spec.attentionBias() == AttentionBias.ALL, last);
    }

    List<Parameter> parameters() {
        List<Parameter> all = new ArrayList<>();
        for (Linear linear : List.of(query, key, value, output)) {
            all.addAll(linear.parameters());
        }
        return all;
    }

    /** Of what this rank holds of the sequence, the same. */
    Tensor apply(Tensor stream, Pass pass) {
        Tensor x = split.enter(stream, pass.tape());
        Tensor q = heads(query.apply(x));
        Tensor k = heads(key.apply(x));
        Tensor v = heads(value.apply(x));
        if (spec.positions() == 0) {
            Tensor angle = spec.numerics().rotary().angles(x.size(1), spec.headSize(), q.scalar_type());
            q = Rotary.turn(q, angle);
            k = Rotary.turn(k, angle);
        }
        Tensor mixed = pass.attention().run(List.of(q, k, v), this::core, pass.tape());
        return output.applySummed(mixed.transpose(1, 2).flatten(2, 3), split, pass.tape());
    }

    private Tensor core(List<Tensor> inputs) {
        return torch.scaled_dot_product_attention(
                inputs.get(0),
                inputs.get(1),
                inputs.get(2),
                new TensorOptional(),
                0,
                spec.causal(),
                new DoubleOptional(),
                spec.heads() != spec.kvHeads());
    }

    /** Batch x sequence x (heads d) to batch x heads x sequence x d. */
    private Tensor heads(Tensor x) {
        return x.view(x.size(0), x.size(1), -1, spec.headSize()).transpose(1, 2);
    }
}

package dev.trainwright.train.nn;

import dev.trainwright.train.engine.Tape;
import dev.trainwright.train.engine.Tensors;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Experts of which a router picks the top k for each token, weighted by a softmax over those k (Jiang et al., arXiv 2401.04088, section 2.1). Every tensor-parallel rank holds a part of
 * every expert; no load-balancing loss is added, and no token is dropped.
 */
final class Mixture implements Block {
    private final int topK;
    private final Split split;
    private final Parameter router;
    private final List<FeedForward> experts = new ArrayList<>();

    /** Under the names that Mixtral's checkpoints have. */
    Mixture(Weights weights, TransformerSpec spec, String layer, double deviation, double last) {
        topK = spec.topK();
        split = weights.split();
        String name = layer + ".block_sparse_moe";
        router = weights.normal(name + ".gate.weight", deviation, -1, spec.experts(), spec.hidden());
        for (int e = 0; e < spec.experts(); e++) {
            experts.add(new FeedForward(weights, spec, FeedForward.Names.expert(name, e), deviation, last));
        }
    }

    @Override
    public List<Parameter> parameters() {
        List<Parameter> all = new ArrayList<>(List.of(router));
        experts.forEach(expert -> all.addAll(expert.parameters()));
        return all;
    }

    @Override
    public Tensor apply(Tensor x, Tape tape) {
        var best = torch.topk(torch.linear(x, router.value()), topK);
        Tensor chosen = split.enter(best.get1(), tape).flatten(0, 1);
        // Each rank's gradient of a share comes from its part of the expert: their sum is whole.
        Tensor shares = split.enter(torch.softmax(best.get0(), -1, new ScalarTypeOptional()), tape)
                .flatten(0, 1);
        Tensor whole = split.enter(x, tape);
        Tensor inputs = whole.flatten(0, 1);
        Tensor sum = inputs.mul(Tensors.scalar(0));
        for (int e = 0; e < experts.size(); e++) {
            Tensor picks = chosen.eq(Tensors.scalar(e));
            // An expert that no token picked runs on none, so that its gradients are zeros and not missing.
            Tensor rows = picks.any(-1).nonzero().flatten();
            Tensor share = shares.mul(picks).sum(new long[] {-1}, true, new ScalarTypeOptional());
            Tensor part = experts.get(e).part(inputs.index_select(0, rows)).mul(share.index_select(0, rows));
            sum = sum.index_add(0, rows, part.to(sum.scalar_type()));
        }
        return split.exit(sum.view_as(whole), tape);
    }
}

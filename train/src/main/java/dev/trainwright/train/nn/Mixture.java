package dev.trainwright.train.nn;

import dev.trainwright.train.engine.Tape;
import dev.trainwright.train.engine.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Experts of which a router picks the top k for each token, weighted by a softmax over those k (Jiang et al., arXiv 2401.04088, section 2.1). Every tensor-parallel rank holds a part of
 * every expert, or every expert-parallel rank some whole ones; no load-balancing loss is added, and no token is dropped.
 */
final class Mixture implements Block {
    private final int topK;
    private final Split split;
    private final Parameter router;
    private final ExpertRanks ranks;
    private final int all;
    private final List<FeedForward> experts;

    /** Under the names that Mixtral's checkpoints have. */
    Mixture(Weights weights, TransformerSpec spec, String layer, double deviation, double last) {
        topK = spec.topK();
        split = weights.split();
        String name = layer + ".block_sparse_moe";
        router = weights.normal(name + ".gate.weight", deviation, -1, spec.experts(), spec.hidden());
        ranks = weights.ranks();
        all = spec.experts();
        int each = all / ranks.size();
        List<FeedForward> whole = IntStream.range(0, all)
                .mapToObj(e ->
                        new FeedForward(weights.ofExperts(), spec, FeedForward.Names.expert(name, e), deviation, last))
                .toList();
        experts = whole.subList(ranks.rank() * each, (ranks.rank() + 1) * each);
    }

    @Override
    public List<Parameter> parameters() {
        List<Parameter> parameters = new ArrayList<>(List.of(router));
        experts.forEach(expert -> parameters.addAll(expert.parameters()));
        return parameters;
    }

    @Override
    public Tensor apply(Tensor x, Tape tape) {
        var best = torch.topk(torch.linear(x, router.value()), topK);
        Tensor chosen = best.get1();
        Tensor shares = torch.softmax(best.get0(), -1, new ScalarTypeOptional());
        return ranks.size() == 1 ? split(x, chosen, shares, tape) : exchanged(x, chosen, shares, tape);
    }

    /** Of all tokens of the tensor-parallel ranks, by this one's part of every expert. */
    private Tensor split(Tensor x, Tensor chosen, Tensor shares, Tape tape) {
        Tensor picks = split.enter(chosen, tape).flatten(0, 1);
        // Each rank's gradient of a share comes from its part of the expert: their sum is whole.
        Tensor parts = split.enter(shares, tape).flatten(0, 1);
        Tensor whole = split.enter(x, tape);
        return split.exit(local(whole.flatten(0, 1), picks, parts).view_as(whole), tape);
    }

    /** Of this rank's tokens, by whole experts wherever they are. */
    private Tensor exchanged(Tensor x, Tensor chosen, Tensor shares, Tape tape) {
        Tensor inputs = x.flatten(0, 1);
        Dispatch dispatch = Dispatch.of(chosen, all, ranks);
        long[] tokens = Arrays.stream(dispatch.order()).map(pick -> pick / topK).toArray();
        Tensor rows = Tensors.of(tokens, tokens.length);
        Tensor made = dispatch.run(inputs.index_select(0, rows), experts, ranks, tape);
        Tensor share = shares.flatten()
                .index_select(0, Tensors.of(dispatch.order(), tokens.length))
                .unsqueeze(-1);
        Tensor none = torch.zeros_like(inputs);
        return none.index_add(0, rows, made.mul(share).to(none.scalar_type())).view_as(x);
    }

    private Tensor local(Tensor inputs, Tensor chosen, Tensor shares) {
        Tensor sum = inputs.mul(Tensors.scalar(0));
        for (int e = 0; e < experts.size(); e++) {
            Tensor picks = chosen.eq(Tensors.scalar(e));
            // An expert that no token picked runs on none, so that its gradients are zeros and not missing.
            Tensor rows = picks.any(-1).nonzero().flatten();
            Tensor share = shares.mul(picks).sum(new long[] {-1}, true, new ScalarTypeOptional());
            Tensor part = experts.get(e).part(inputs.index_select(0, rows)).mul(share.index_select(0, rows));
            sum = sum.index_add(0, rows, part.to(sum.scalar_type()));
        }
        return sum;
    }
}

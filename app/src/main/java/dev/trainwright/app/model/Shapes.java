package dev.trainwright.app.model;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.workload.Attention;
import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.FeedForward;
import dev.trainwright.workload.LatentAttention;
import dev.trainwright.workload.Layer;
import dev.trainwright.workload.LayerGroup;
import dev.trainwright.workload.LinearAttention;
import dev.trainwright.workload.Mixer;
import dev.trainwright.workload.MixtureOfExperts;
import dev.trainwright.workload.Stack;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Says a shape in words. */
final class Shapes {

    private Shapes() {}

    /**
     * Layers of one kind.
     *
     * @param stack the stack's role
     * @param hidden its width
     * @param count how many
     * @param kind mixer and feed-forward part in words
     */
    record Layers(String stack, long hidden, long count, String kind) {}

    /** Kinds of layers of every stack, in order of first appearance. */
    static List<Layers> of(List<Stack> stacks) {
        List<Layers> layers = new ArrayList<>();
        for (Stack stack : stacks) {
            Map<String, Integer> kinds = new LinkedHashMap<>();
            for (LayerGroup group : stack.groups()) {
                kinds.merge(
                        layer(group.layer()) + (group.shared() ? "; one set of weights" : ""),
                        group.count(),
                        Integer::sum);
            }
            kinds.forEach((kind, count) -> layers.add(new Layers(stack.role(), stack.hidden(), count, kind)));
        }
        return layers;
    }

    private static String count(long count) {
        return Prints.print(Dimension.COUNT, count);
    }

    private static String layer(Layer layer) {
        Attention cross = layer.cross();
        String crossing = cross == null ? "" : "; cross-" + mixer(cross);
        return mixer(layer.mixer()) + crossing + "; " + feedForward(layer.feedForward());
    }

    private static String mixer(Mixer mixer) {
        if (mixer instanceof Attention a) {
            String grouped = a.kvHeads() == a.heads()
                    ? ""
                    : " over " + a.kvHeads() + " key/value " + (a.kvHeads() == 1 ? "head" : "heads");
            Long window = a.window();
            return "attention of " + a.heads() + " heads of " + a.headSize() + grouped + (a.causal() ? ", causal" : "")
                    + (window == null ? "" : ", window " + count(window));
        }
        if (mixer instanceof LatentAttention a) {
            return "latent attention of " + a.heads() + " heads of " + a.nopeSize() + " + " + a.ropeSize() + ", values "
                    + a.valueSize() + ", ranks " + (a.queryRank() == 0 ? "" : count(a.queryRank()) + " and ")
                    + count(a.kvRank());
        }
        return ((LinearAttention) mixer).kind();
    }

    private static String feedForward(FeedForward part) {
        if (part instanceof DenseFeedForward dense) {
            return dense.intermediate() == 0
                    ? "no feed-forward part"
                    : "feed-forward " + count(dense.intermediate()) + (dense.gated() ? ", gated" : "");
        }
        MixtureOfExperts moe = (MixtureOfExperts) part;
        String shared = moe.sharedIntermediate() == 0 ? "" : " and " + count(moe.sharedIntermediate()) + " shared";
        return moe.topK() + " of " + moe.experts() + " experts of " + count(moe.expertIntermediate()) + shared
                + (moe.gated() ? ", gated" : "");
    }
}

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Says a shape in words. */
final class Shapes {

    private Shapes() {}

    /** Kinds of layers of a stack with how many there are, in order of first appearance. */
    static Map<String, Integer> kinds(Stack stack) {
        Map<String, Integer> kinds = new LinkedHashMap<>();
        for (LayerGroup group : stack.groups()) {
            kinds.merge(
                    layer(group.layer()) + (group.shared() ? "; one set of weights" : ""), group.count(), Integer::sum);
        }
        return kinds;
    }

    /** A stack's width and depth. */
    static String stack(Stack stack) {
        return stack.role() + " of " + stack.layers() + (stack.layers() == 1 ? " layer" : " layers") + ", hidden "
                + count(stack.hidden());
    }

    static String count(long count) {
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

    /** Every line of words on the stacks of a model. */
    static List<String> lines(List<Stack> stacks) {
        return stacks.stream()
                .flatMap(stack -> java.util.stream.Stream.concat(
                        java.util.stream.Stream.of("  " + stack(stack)),
                        kinds(stack).entrySet().stream().map(kind -> "    " + kind.getValue() + " x " + kind.getKey())))
                .toList();
    }
}

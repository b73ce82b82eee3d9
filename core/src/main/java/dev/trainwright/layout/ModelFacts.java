package dev.trainwright.layout;

import dev.trainwright.workload.Attention;
import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.FeedForward;
import dev.trainwright.workload.LatentAttention;
import dev.trainwright.workload.Layer;
import dev.trainwright.workload.LayerGroup;
import dev.trainwright.workload.Mixer;
import dev.trainwright.workload.MixtureOfExperts;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What the rules ask of a transformer, each distinct value once.
 *
 * @param layers in all, those of a vision tower left out: it stays on the first stage
 * @param heads attention heads
 * @param keyValueHeads key/value heads
 * @param widths of dense feed-forward parts
 * @param experts routed ones
 */
record ModelFacts(int layers, long[] heads, long[] keyValueHeads, long[] widths, long[] experts) {

    static ModelFacts of(Transformer model) {
        List<Layer> kinds = new ArrayList<>();
        int layers = 0;
        for (Stack stack : model.stacks()) {
            if (stack.ofTokens()) {
                layers += stack.layers();
                stack.groups().stream().map(LayerGroup::layer).forEach(kinds::add);
            }
        }
        return new ModelFacts(
                layers,
                distinct(kinds, layer -> heads(layer.mixer())),
                distinct(kinds, layer -> layer.mixer() instanceof Attention a ? a.kvHeads() : 0),
                distinct(kinds, layer -> width(layer.feedForward())),
                distinct(kinds, layer -> experts(layer.feedForward())));
    }

    private static long heads(Mixer mixer) {
        return mixer instanceof Attention a ? a.heads() : mixer instanceof LatentAttention a ? a.heads() : 0;
    }

    private static long width(FeedForward part) {
        return part instanceof DenseFeedForward dense ? dense.intermediate() : 0;
    }

    private static long experts(FeedForward part) {
        return part instanceof MixtureOfExperts moe ? moe.experts() : 0;
    }

    private static long[] distinct(List<Layer> layers, ToLongFunction<Layer> count) {
        return layers.stream().mapToLong(count).filter(n -> n > 0).distinct().toArray();
    }
}

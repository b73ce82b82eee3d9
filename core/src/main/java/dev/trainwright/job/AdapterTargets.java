package dev.trainwright.job;

import dev.trainwright.workload.Attention;
import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.FeedForward;
import dev.trainwright.workload.FineTuning;
import dev.trainwright.workload.LatentAttention;
import dev.trainwright.workload.Layer;
import dev.trainwright.workload.LayerGroup;
import dev.trainwright.workload.MixtureOfExperts;
import dev.trainwright.workload.Model;
import dev.trainwright.workload.Transformer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which matrices of a model can carry an adapter. */
final class AdapterTargets {

    private AdapterTargets() {}

    /** What is wrong with putting {@code adapters} on {@code model}, null being a measured one. */
    static Optional<String> problem(FineTuning.LowRank adapters, @Nullable Model model) {
        if (!(model instanceof Transformer transformer)) {
            return Optional.of("low-rank adapters are for transformers; expected fineTuning: full");
        }
        return adapters.targets().stream()
                .filter(target -> !has(transformer, target))
                .findFirst()
                .map(target -> "no layer of " + transformer.name() + " has a matrix " + target
                        + " that an adapter can be put on (attention q, k, v, o; feed-forward gate, up, down)");
    }

    private static boolean has(Transformer model, String target) {
        return model.stacks().stream()
                .flatMap(stack -> stack.groups().stream())
                .map(LayerGroup::layer)
                .anyMatch(layer -> has(layer, target));
    }

    private static boolean has(Layer layer, String target) {
        return switch (target) {
            case "q", "k", "v", "o" -> layer.mixer() instanceof Attention || layer.mixer() instanceof LatentAttention;
            case "gate" -> gated(layer.feedForward());
            default -> !(layer.feedForward() instanceof DenseFeedForward dense) || dense.intermediate() > 0;
        };
    }

    private static boolean gated(FeedForward part) {
        return part instanceof DenseFeedForward dense ? dense.gated() : ((MixtureOfExperts) part).gated();
    }
}

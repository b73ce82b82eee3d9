package dev.trainwright.train.nn;

import dev.trainwright.workload.FineTuning;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * A transformer that is frozen below low-rank adapters.
 *
 * @param transformer what carries them
 * @param adapters on which matrices
 */
public record Adapted(TransformerSpec transformer, FineTuning.LowRank adapters) implements Network {
    /** Frozen and trained ones. */
    @Override
    public long parameters() {
        return transformer.parameters() + trained();
    }

    /** Parameters of the adapters: the rank times inputs and outputs of each matrix. */
    public long trained() {
        long sides = adapters.targets().stream()
                .mapToLong(target -> switch (target) {
                    case "q", "o" -> transformer.hidden() + transformer.queryWidth();
                    case "k", "v" -> transformer.hidden() + transformer.kvWidth();
                    default -> transformer.hidden() + transformer.intermediate();
                })
                .sum();
        return sides * transformer.layers() * adapters.rank();
    }

    @Override
    public String unit() {
        return transformer.unit();
    }

    @Override
    public List<Layer> layers(Weights weights) {
        return transformer.layers(weights.below(adapters));
    }

    @Override
    public long[] boundary(Tensor inputs) {
        return transformer.boundary(inputs);
    }
}

package dev.trainwright.train.parallel;

import dev.trainwright.cost.Term;
import dev.trainwright.train.nn.Layer;
import dev.trainwright.train.nn.Parameter;
import dev.trainwright.train.world.Collectives;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Parameters that a model's first and last layer share, such as a token table that is the head's matrix, on a pipeline of several stages: both ends hold them and step them by the sum of
 * their gradients, as Megatron-LM does (Narayanan et al., arXiv 2104.04473, section 4.1 counts them on both).
 *
 * @param ends the first stage and the last
 * @param slots this rank's, in the same order on both
 * @param clock where the sum is booked
 */
public record SharedEnds(Collectives ends, List<Slot> slots, Clock clock) {
    public SharedEnds {
        slots = List.copyOf(slots);
    }

    /** Names of the parameters that the first and the last part share; none when there is only one. */
    public static Set<String> names(List<List<Layer>> parts) {
        if (parts.size() == 1) {
            return Set.of();
        }
        List<Layer> last = parts.get(parts.size() - 1);
        Set<String> first = trained(parts.get(0).get(0));
        first.retainAll(trained(last.get(last.size() - 1)));
        return first;
    }

    /** Adds the two gradients up. */
    public void sum() {
        clock.run(
                Term.PIPELINE_PARALLEL,
                () -> slots.forEach(slot -> ends.allReduce(slot.gradient().get())));
    }

    /** Whether {@code slot} is the last stage's copy, which counts once with the first's. */
    public boolean copies(Slot slot) {
        return ends.rank() > 0 && slots.contains(slot);
    }

    private static Set<String> trained(Layer layer) {
        return layer.parameters().stream()
                .filter(Parameter::trained)
                .map(Parameter::name)
                .collect(Collectors.toSet());
    }
}

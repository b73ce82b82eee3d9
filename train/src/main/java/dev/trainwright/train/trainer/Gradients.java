package dev.trainwright.train.trainer;

import dev.trainwright.train.parallel.ExpertParallel;
import dev.trainwright.train.parallel.SequenceParallel;
import dev.trainwright.train.parallel.SharedEnds;
import dev.trainwright.train.parallel.Slot;
import dev.trainwright.train.world.Collectives;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What this rank's slots have in common with those of others, beyond the replicas' sum.
 *
 * @param slots of this rank
 * @param tp tensor-parallel ranks
 * @param shards over which a replica's slots are cut
 * @param replicas that hold the same slots
 * @param pp pipeline stages
 * @param sequence where the sequence is split, null where it is not
 * @param experts where ranks share a mixture's experts, null where each holds all
 * @param factor what the replicas' reduction multiplies sums by
 * @param ends where the pipeline's ends share parameters, null elsewhere
 */
record Gradients(
        List<Slot> slots,
        Collectives tp,
        Collectives shards,
        Collectives replicas,
        Collectives pp,
        @Nullable SequenceParallel sequence,
        @Nullable ExpertParallel experts,
        double factor,
        @Nullable SharedEnds ends) {
    Gradients {
        slots = List.copyOf(slots);
    }

    /** Adds up what ranks have computed apart, when the window's last backward pass is done. */
    void complete() {
        if (sequence != null) {
            sequence.sumReplicated(slots);
        }
        if (ends != null) {
            ends.sum();
        }
        if (experts != null) {
            experts.sum(slots.stream().filter(Slot::expert).toList(), factor);
        }
    }

    /** The norm of the whole model's gradient; every rank calls it. */
    double norm() {
        double all = tp.sum(shards.sum(squares(false)));
        if (experts != null) {
            all += experts.group().sum(experts.shards().sum(squares(true)));
        }
        return Math.sqrt(pp.sum(all));
    }

    private double squares(boolean expert) {
        double squares = 0;
        for (Slot slot : slots) {
            if (slot.expert() == expert && counts(slot)) {
                double norm = slot.gradient().get().norm().item_double();
                squares += norm * norm;
            }
        }
        return squares;
    }

    /** Whether this rank is the one that stores {@code slot} in a checkpoint, of all that hold the same. */
    boolean stores(Slot slot) {
        Collectives alike = experts != null && slot.expert() ? experts.replicas() : replicas;
        return counts(slot) && alike.rank() == 0;
    }

    /** Whether this rank stands for all of its replica that hold the same. */
    private boolean counts(Slot slot) {
        return (!slot.replicated() || tp.rank() == 0) && (ends == null || !ends.copies(slot));
    }
}

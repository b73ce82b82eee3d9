package dev.trainwright.train.nn;

import dev.trainwright.train.engine.Tape;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** How layers are split over tensor-parallel ranks (Shoeybi et al., arXiv 1909.08053, section 3). */
public interface Split {
    /** Not at all. */
    Split NONE = new Split() {
        @Override
        public int size() {
            return 1;
        }

        @Override
        public int rank() {
            return 0;
        }

        @Override
        public Tensor enter(Tensor x, Tape tape) {
            return x;
        }

        @Override
        public Tensor exit(Tensor partial, Tape tape) {
            return partial;
        }

        @Override
        public Tensor lossSum(Tensor logits, Tensor targets) {
            return torch.cross_entropy_loss(
                    logits, targets, new org.bytedeco.pytorch.TensorOptional(), Losses.SUM, Losses.IGNORED, 0);
        }

        @Override
        public long correct(Tensor logits, Tensor targets) {
            return logits.argmax(new LongOptional(-1), false).eq(targets).sum().item_long();
        }
    };

    /** Ranks that share a layer. */
    int size();

    /** This one. */
    int rank();

    /** Before a column-parallel product: the whole sequence forward, the sum of all ranks' gradients backward (f of the paper). {@code x} is batch x sequence x width. */
    Tensor enter(Tensor x, Tape tape);

    /** Behind a row-parallel product: the sum of all ranks' parts forward, its gradient backward (g of the paper). The part's memory is reused. */
    Tensor exit(Tensor partial, Tape tape);

    /** Parts that the ranks cut the sequence into outside of the products that they share; 1 where each has the whole. */
    default int sequenceParts() {
        return 1;
    }

    /**
     * Summed cross-entropy.
     *
     * @param logits rows x this rank's slice of the vocabulary
     * @param targets one class a row, {@link Losses#IGNORED} for rows that do not count
     */
    Tensor lossSum(Tensor logits, Tensor targets);

    /** Rows whose target has the largest logit; arguments as of {@link #lossSum}. */
    long correct(Tensor logits, Tensor targets);
}

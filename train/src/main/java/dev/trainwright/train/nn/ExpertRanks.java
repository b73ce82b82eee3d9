package dev.trainwright.train.nn;

import dev.trainwright.train.engine.Tape;
import org.bytedeco.pytorch.Tensor;

/** Ranks that hold a mixture's experts between them, equally many each, and send one another tokens (Lepikhin et al., arXiv 2006.16668, section 3.2). */
public interface ExpertRanks {
    /** One rank that holds them all. */
    ExpertRanks ALONE = new ExpertRanks() {
        @Override
        public int size() {
            return 1;
        }

        @Override
        public int rank() {
            return 0;
        }

        @Override
        public long[] exchange(long[] numbers) {
            return numbers;
        }

        @Override
        public Tensor exchange(Tensor rows, long[] to, long[] from, Tape tape) {
            return rows;
        }
    };

    /** How many. */
    int size();

    /** This one. */
    int rank();

    /** Sends an equal share of {@code numbers} to each rank, in rank order, and returns what came, in rank order. */
    long[] exchange(long[] numbers);

    /**
     * Sends {@code rows} x width to the ranks; their gradients come back the same way.
     *
     * @param to how many of them go to each rank, in order
     * @param from how many come from each
     */
    Tensor exchange(Tensor rows, long[] to, long[] from, Tape tape);
}

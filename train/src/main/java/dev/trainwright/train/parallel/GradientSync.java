package dev.trainwright.train.parallel;

import java.util.List;

/** How the gradients of data-parallel replicas become one. All give the sum over replicas times {@link #factor}. */
public interface GradientSync {
    /** One rank: nothing to do. */
    static GradientSync none(List<Slot> slots) {
        return new GradientSync() {
            @Override
            public void beforeBackward(boolean last) {}

            @Override
            public void afterBackward(boolean last) {}

            @Override
            public List<Slot> slots() {
                return slots;
            }
        };
    }

    /** What a reduction multiplies the sum by: 1, or 1 over the replicas where the library averages. */
    default double factor() {
        return 1;
    }

    /**
     * Before a micro-batch's backward pass.
     *
     * @param last whether it ends the accumulation window
     */
    void beforeBackward(boolean last);

    /** Runs the backward pass itself; errors of communication inside it say which ranks are concerned. */
    default void backward(Runnable pass) {
        pass.run();
    }

    /** After it; when {@code last}, the gradients of {@link #slots} are complete. */
    void afterBackward(boolean last);

    /** Seconds since {@code startNanos} at which this rank's last gradient was ready for the others; 0 where nobody waits for it as a whole. */
    default double arrival(long startNanos) {
        return 0;
    }

    /** After the optimizer has changed this rank's slots: brings every rank up to date. */
    default void afterStep() {}

    /** What this rank's optimizer updates. */
    List<Slot> slots();
}

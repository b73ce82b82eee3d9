package dev.trainwright.workload;

import org.jspecify.annotations.Nullable;

/**
 * What is trained, independent of machine and layout.
 *
 * @param model shape or measurement
 * @param batch samples of one optimizer step
 * @param sequence tokens of one sample, s (1 for images)
 * @param precision by role
 * @param optimizer and its state
 * @param fineTuning which parameters are trained
 * @param fusedAttention whether attention runs as one kernel that never stores the s x s matrix (FlashAttention)
 * @param dropout whether dropout masks are made and saved (GPT-2, GPT-3, BERT; not Llama)
 * @param compiled whether elementwise work is fused, by a compiler or by kernels written for it
 * @param expertLoad tokens of the busiest expert-parallel rank over the mean of all; 1 where routing is balanced
 * @param loadSeconds time to load one iteration's input, hidden behind the step unless longer; 0 when negligible
 * @param amount how much to train, or null when only an iteration is asked for
 */
public record Workload(
        Model model,
        Batch batch,
        long sequence,
        Precision precision,
        Optimizer optimizer,
        FineTuning fineTuning,
        boolean fusedAttention,
        boolean dropout,
        boolean compiled,
        double expertLoad,
        double loadSeconds,
        @Nullable Amount amount) {

    /** The same with another model and batch. */
    public Workload with(Model other, Batch otherBatch) {
        return new Workload(
                other,
                otherBatch,
                sequence,
                precision,
                optimizer,
                fineTuning,
                fusedAttention,
                dropout,
                compiled,
                expertLoad,
                loadSeconds,
                amount);
    }

    /** The same where every operation is a kernel. */
    public Workload eager() {
        return new Workload(
                model,
                batch,
                sequence,
                precision,
                optimizer,
                fineTuning,
                fusedAttention,
                dropout,
                false,
                expertLoad,
                loadSeconds,
                amount);
    }

    public Workload {
        if (sequence < 1) {
            throw new IllegalArgumentException("a sequence has at least one token, not " + sequence);
        }
    }
}

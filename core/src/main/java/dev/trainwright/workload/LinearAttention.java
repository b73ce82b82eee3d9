package dev.trainwright.workload;

/**
 * A mixer whose work per token does not grow with the sequence: gated delta net, Mamba, RWKV.
 *
 * @param kind its name, for reports
 * @param projectionParameters parameters that are matrices applied to every token (2 FLOPs each, forward)
 * @param otherParameters convolutions, decay and norm parameters
 * @param recurrenceFlopsPerToken FLOPs of the recurrence or its chunked form, forward, per token
 * @param innerWidth elements per token that the recurrence reads and writes (counts into activations)
 */
public record LinearAttention(
        String kind, long projectionParameters, long otherParameters, double recurrenceFlopsPerToken, long innerWidth)
        implements Mixer {

    @Override
    public long parameters(long hidden) {
        return projectionParameters + otherParameters;
    }
}

package dev.trainwright.workload;

import java.util.List;

/**
 * A run of layers over one stream of tokens.
 *
 * @param role {@code decoder}, {@code encoder}, {@code vision}, {@code audio}, or {@code parts} where only the parameters are known
 * @param hidden width of the residual stream, h
 * @param embedding parameters of this stack's own input (token table, positions, token types, patch convolution, embedding norm), each named;
 *     a table that is shared with another stack is listed once, where it is first used
 * @param groups the layers in order, runs of equal layers grouped
 * @param finalNormParameters parameters of the norm behind the last layer
 * @param ownTokens tokens that one sample always has here, such as the patches of an image; 0 where the job's sequence says
 */
public record Stack(
        String role,
        long hidden,
        List<ParameterGroup> embedding,
        List<LayerGroup> groups,
        long finalNormParameters,
        long ownTokens) {

    /** Over the job's sequence. */
    public Stack(
            String role,
            long hidden,
            List<ParameterGroup> embedding,
            List<LayerGroup> groups,
            long finalNormParameters) {
        this(role, hidden, embedding, groups, finalNormParameters, 0);
    }

    public Stack {
        embedding = List.copyOf(embedding);
        groups = List.copyOf(groups);
    }

    /** Whether it sees the sequence's tokens, and not the patches of an image or the frames of a sound. */
    public boolean ofTokens() {
        return !role.equals("vision") && !role.equals("audio") && !role.equals("parts");
    }

    /** Number of layers, shared ones counted as often as they run. */
    public int layers() {
        int layers = 0;
        for (LayerGroup group : groups) {
            layers += group.count();
        }
        return layers;
    }

    /** Parameters of the input embedding. */
    public long embeddingParameters() {
        return embedding.stream().mapToLong(ParameterGroup::count).sum();
    }
}

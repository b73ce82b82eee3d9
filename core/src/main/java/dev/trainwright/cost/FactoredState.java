package dev.trainwright.cost;

import dev.trainwright.workload.Attention;
import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.LatentAttention;
import dev.trainwright.workload.Layer;
import dev.trainwright.workload.LayerGroup;
import dev.trainwright.workload.LinearAttention;
import dev.trainwright.workload.Mixer;
import dev.trainwright.workload.MixtureOfExperts;
import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;

/**
 * Adafactor's second moment (Shazeer and Stern, arXiv 1804.04235, section 3): of a matrix of n x m the sums of its rows and of its columns, n + m fp32 numbers; of a
 * vector each element's own. No first moment.
 */
final class FactoredState {
    private static final double BYTES = 4;

    private FactoredState() {}

    /** Bytes of state for a parameter of {@code model}, on average over all of them. */
    static double bytesPerParameter(Transformer model) {
        double numbers = matrix(model.head().parameters(), model.main().hidden());
        for (ParameterGroup group : model.others()) {
            numbers += matrix(group.count(), model.main().hidden());
        }
        for (Stack stack : model.stacks()) {
            double h = stack.hidden();
            for (ParameterGroup table : stack.embedding()) {
                numbers += matrix(table.count(), h);
            }
            numbers += stack.finalNormParameters();
            for (LayerGroup group : stack.groups()) {
                numbers += (group.shared() ? 1 : group.count()) * layer(group.layer(), h);
            }
        }
        return BYTES * numbers / model.parameters();
    }

    private static double layer(Layer layer, double h) {
        Attention cross = layer.cross();
        double feedForward = layer.feedForward() instanceof MixtureOfExperts moe
                ? experts(moe, h)
                : dense((DenseFeedForward) layer.feedForward(), h);
        return mixer(layer.mixer(), h) + (cross == null ? 0 : mixer(cross, h)) + feedForward + layer.normParameters();
    }

    private static double dense(DenseFeedForward part, double h) {
        return part.intermediate() == 0 ? 0 : part.matrices() * (h + part.intermediate()) + part.biasParameters();
    }

    /** Each expert's matrices for themselves, the shared ones, the router. */
    private static double experts(MixtureOfExperts moe, double h) {
        double shared = moe.sharedIntermediate() == 0 ? 0 : h + moe.sharedIntermediate();
        return moe.matrices() * (moe.experts() * (h + moe.expertIntermediate()) + shared)
                + (double) moe.experts() * moe.expertBias()
                + matrix(moe.routerParameters(), h)
                + moe.otherParameters();
    }

    private static double mixer(Mixer mixer, double h) {
        if (mixer instanceof Attention a) {
            double queries = (a.outputGate() ? 2.0 : 1.0) * a.queryWidth();
            return h
                    + queries
                    + a.kvMatrices() * (h + a.kvWidth())
                    + a.queryWidth()
                    + h
                    + a.biasParameters()
                    + a.normParameters();
        }
        if (mixer instanceof LatentAttention a) {
            double queries = (double) a.heads() * (a.nopeSize() + a.ropeSize());
            double query = a.queryRank() == 0 ? h + queries : h + 3.0 * a.queryRank() + queries;
            double keysAndValues = (double) a.heads() * (a.nopeSize() + a.valueSize());
            return query
                    + (h + 3.0 * a.kvRank() + a.ropeSize() + keysAndValues)
                    + ((double) a.heads() * a.valueSize() + h)
                    + matrix(a.otherParameters(), h);
        }
        LinearAttention a = (LinearAttention) mixer;
        return matrix(a.projectionParameters(), h) + a.otherParameters();
    }

    /** Rows and columns of {@code elements} as one matrix of so many columns. */
    private static double matrix(double elements, double columns) {
        return elements == 0 ? 0 : elements / columns + columns;
    }
}

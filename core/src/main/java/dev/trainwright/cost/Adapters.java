package dev.trainwright.cost;

import dev.trainwright.workload.Attention;
import dev.trainwright.workload.DenseFeedForward;
import dev.trainwright.workload.FineTuning;
import dev.trainwright.workload.LatentAttention;
import dev.trainwright.workload.Layer;
import dev.trainwright.workload.MixtureOfExperts;
import java.util.ArrayList;
import java.util.List;

/** Low-rank adapters: r (inputs + outputs) trained parameters beside each target matrix (Hu et al., arXiv 2106.09685), of routed experts beside each one's. */
final class Adapters {

    /**
     * Matrices of one shape on one rank.
     *
     * @param count how many
     * @param routed whether they are routed experts', which see the tokens sent to them alone
     */
    private record Matrices(double inputs, double outputs, double count, boolean routed) {}

    private Adapters() {}

    /** Trained parameters of one layer on one rank: of routed experts, or of all else. */
    static double parameters(FineTuning.LowRank adapter, Layer layer, long hidden, Split split, boolean routedExperts) {
        double sum = 0;
        for (String target : adapter.targets()) {
            for (Matrices m : matrices(target, layer, hidden, split)) {
                sum += m.routed() == routedExperts ? adapter.rank() * m.count() * (m.inputs() + m.outputs()) : 0;
            }
        }
        return sum;
    }

    /** Adds the two thin products of each target. */
    static void add(
            OperationSum sum, FineTuning.LowRank adapter, Layer layer, long hidden, double tokens, Split split) {
        double routed = layer.feedForward() instanceof MixtureOfExperts moe
                ? FeedForwardCost.routedTokens(moe, tokens, split)
                : 0;
        for (String target : adapter.targets()) {
            for (Matrices m : matrices(target, layer, hidden, split)) {
                double rows = m.routed() ? routed / m.count() : tokens;
                sum.matmul(m.count(), rows, adapter.rank(), m.inputs(), false);
                sum.matmul(m.count(), rows, m.outputs(), adapter.rank(), false);
            }
        }
    }

    /**
     * The matrices that {@code target} names in a layer. Under latent attention q is each matrix on the queries' way, k the one into the latent of keys and values, v
     * the one out of it.
     */
    private static List<Matrices> matrices(String target, Layer layer, long hidden, Split split) {
        List<Matrices> found = new ArrayList<>();
        if ("qkvo".contains(target)) {
            if (layer.mixer() instanceof Attention a) {
                double query = (double) a.queryWidth() / split.tp();
                double kv = (double) a.kvWidth() / split.tp();
                switch (target) {
                    case "q" -> dense(found, hidden, query);
                    case "o" -> dense(found, query, hidden);
                    default -> dense(found, hidden, kv);
                }
            } else if (layer.mixer() instanceof LatentAttention a) {
                latent(found, target, a, hidden, split.tp());
            }
            return found;
        }
        boolean down = target.equals("down");
        if (layer.feedForward() instanceof DenseFeedForward d && (d.gated() || !target.equals("gate"))) {
            double width = (double) d.intermediate() / split.tp();
            dense(found, down ? width : hidden, down ? hidden : width);
        } else if (layer.feedForward() instanceof MixtureOfExperts moe && (moe.gated() || !target.equals("gate"))) {
            double width = (double) moe.expertIntermediate() / split.expertTp();
            double here = (double) moe.experts() / split.ep();
            found.add(new Matrices(down ? width : hidden, down ? hidden : width, here, true));
            double shared = (double) moe.sharedIntermediate() / split.tp();
            if (shared > 0) {
                dense(found, down ? shared : hidden, down ? hidden : shared);
            }
        }
        return found;
    }

    private static void latent(List<Matrices> found, String target, LatentAttention a, long hidden, int tp) {
        double heads = (double) a.heads() / tp;
        double queries = heads * (a.nopeSize() + a.ropeSize());
        switch (target) {
            case "q" -> {
                if (a.queryRank() == 0) {
                    dense(found, hidden, queries);
                } else {
                    dense(found, hidden, a.queryRank());
                    dense(found, a.queryRank(), queries);
                }
            }
            case "k" -> dense(found, hidden, a.kvRank() + a.ropeSize());
            case "v" -> dense(found, a.kvRank(), heads * (a.nopeSize() + a.valueSize()));
            default -> dense(found, heads * a.valueSize(), hidden);
        }
    }

    private static void dense(List<Matrices> found, double inputs, double outputs) {
        found.add(new Matrices(inputs, outputs, 1, false));
    }
}

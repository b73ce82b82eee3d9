package dev.trainwright.cost;

import dev.trainwright.workload.Attention;
import dev.trainwright.workload.LatentAttention;
import dev.trainwright.workload.LinearAttention;
import dev.trainwright.workload.Mixer;

/** Operations, saved bytes and local parameters of a token mixer on one tensor-parallel rank. */
final class AttentionCost {
    /**
     * Megatron-LM's fused scale-mask-softmax kernel takes a micro-batch's heads in fours. Any other number runs as five kernels: cast to fp32, scale, mask, softmax,
     * cast back (its {@code fused_softmax.py}).
     */
    private static final int SOFTMAX_BATCH = 4;

    private AttentionCost() {}

    /**
     * Keys that one query meets on average: half of them when causal, fewer with a window (its first queries see less than a full window).
     *
     * @param sequence s
     * @param window tokens in reach, or null
     */
    static double meanKeys(double sequence, boolean causal, @org.jspecify.annotations.Nullable Long window) {
        double reach = window == null ? sequence : Math.min(sequence, window);
        return causal ? reach * (1 - reach / (2 * sequence)) : reach;
    }

    /** Adds the projections around the core. */
    static void projections(OperationSum sum, Mixer mixer, double hidden, double tokens, int tp, boolean frozen) {
        if (mixer instanceof Attention a) {
            double kv = localKv(a, tp);
            double query = (double) a.queryWidth() / tp * (a.outputGate() ? 2 : 1);
            sum.matmul(1, tokens, query + a.kvMatrices() * kv, hidden, frozen);
            sum.matmul(1, tokens, hidden, (double) a.queryWidth() / tp, frozen);
        } else if (mixer instanceof LatentAttention a) {
            double heads = (double) a.heads() / tp;
            double headWidth = heads * (a.nopeSize() + a.ropeSize());
            if (a.queryRank() > 0) {
                sum.matmul(1, tokens, a.queryRank(), hidden, frozen);
                sum.matmul(1, tokens, headWidth, a.queryRank(), frozen);
            } else {
                sum.matmul(1, tokens, headWidth, hidden, frozen);
            }
            sum.matmul(1, tokens, a.kvRank() + a.ropeSize(), hidden, frozen);
            sum.matmul(1, tokens, heads * (a.nopeSize() + a.valueSize()), a.kvRank(), frozen);
            sum.matmul(1, tokens, hidden, heads * a.valueSize(), frozen);
        } else if (mixer instanceof LinearAttention a) {
            sum.matmul(1, tokens, a.projectionParameters() / hidden / tp, hidden, frozen);
        }
    }

    /** Adds the core of {@code samples} sequences whose {@code queries} local tokens each meet {@code keys} tokens. */
    static void core(
            OperationSum sum,
            Mixer mixer,
            double samples,
            double queries,
            double keys,
            int tp,
            boolean fused,
            boolean dropout) {
        if (mixer instanceof LinearAttention a) {
            sum.recurrence(a.recurrenceFlopsPerToken() * samples * queries / tp);
            return;
        }
        double heads = (double) heads(mixer) / tp;
        double headSizes = headSizes(mixer);
        if (fused) {
            double seen = meanKeys(keys, causal(mixer), window(mixer));
            sum.fusedAttention(2 * samples * queries * seen * heads * headSizes, queries);
        } else {
            sum.batchedMatmul(samples * heads, queries, keys, headSizes / 2, headSizes / 2);
            double scores = samples * heads * queries * keys;
            boolean fusedSoftmax = samples * heads % SOFTMAX_BATCH == 0;
            sum.elementwise(
                    scores * ((fusedSoftmax ? 4 : 36) + (dropout ? 5 : 0)), (fusedSoftmax ? 1 : 5) + (dropout ? 1 : 0));
            sum.batchedMatmul(samples * heads, queries, headSizes / 2, keys, headSizes / 2);
        }
    }

    /** FLOPs of the core forward when every query meets every key in reach, or only earlier ones. */
    static double coreFlops(Mixer mixer, double tokens, double sequence, boolean causalConvention) {
        if (mixer instanceof LinearAttention a) {
            return a.recurrenceFlopsPerToken() * tokens;
        }
        double seen = meanKeys(sequence, causal(mixer) && causalConvention, window(mixer));
        return 2 * tokens * seen * heads(mixer) * headSizes(mixer);
    }

    /** Bytes a token leaves saved around the core: its queries, keys, values and output, without the score matrix. */
    static double savedBytesPerToken(Mixer mixer, int tp, double activationBytes) {
        if (mixer instanceof Attention a) {
            double gate = a.outputGate() ? (double) a.queryWidth() / tp : 0;
            return activationBytes * (2.0 * a.queryWidth() / tp + 2 * localKv(a, tp) + gate);
        }
        if (mixer instanceof LatentAttention a) {
            double heads = (double) a.heads() / tp;
            double core = heads * (2.0 * (a.nopeSize() + a.ropeSize()) + 2.0 * a.valueSize());
            return activationBytes * (core + 2.0 * a.queryRank() + 2.0 * a.kvRank() + a.ropeSize());
        }
        return activationBytes * ((LinearAttention) mixer).innerWidth() / tp;
    }

    /** Bytes of the saved score matrix of an unfused core: 5 a s a token with dropout, 2 a s without (Korthikanti et al., arXiv 2205.05198, section 4.1). */
    static double scoreBytesPerToken(Mixer mixer, double sequence, int tp, double activationBytes, boolean dropout) {
        if (mixer instanceof LinearAttention) {
            return 0;
        }
        double perScore = dropout ? 2 * activationBytes + 1 : activationBytes;
        return perScore * heads(mixer) / tp * sequence;
    }

    /** Parameters on one rank. Key and value heads are repeated where there are fewer than ranks. */
    static double localParameters(Mixer mixer, long hidden, int tp) {
        double all = mixer.parameters(hidden);
        if (mixer instanceof Attention a) {
            double repeated = (double) a.kvMatrices() * hidden * (localKv(a, tp) - (double) a.kvWidth() / tp);
            return all / tp + repeated;
        }
        if (mixer instanceof LatentAttention a) {
            double whole = (double) hidden * (a.queryRank() + a.kvRank() + a.ropeSize());
            return whole + (all - whole) / tp;
        }
        return all / tp;
    }

    /** Bytes of keys and values that one rank contributes for {@code tokens}. */
    static double kvBytes(Mixer mixer, double tokens, int tp, double activationBytes) {
        if (mixer instanceof Attention a) {
            return 2 * localKv(a, tp) * tokens * activationBytes;
        }
        if (mixer instanceof LatentAttention a) {
            return (double) a.heads() / tp * (a.nopeSize() + a.ropeSize() + a.valueSize()) * tokens * activationBytes;
        }
        return 0;
    }

    /** Elements per token that are split, rotated and moved between layouts around the core. */
    static double movedWidth(Mixer mixer, int tp) {
        if (mixer instanceof Attention a) {
            return (double) a.queryWidth() / tp + 2 * localKv(a, tp);
        }
        if (mixer instanceof LatentAttention a) {
            return (double) a.heads() / tp * (2.0 * (a.nopeSize() + a.ropeSize()) + a.valueSize());
        }
        return (double) ((LinearAttention) mixer).innerWidth() / tp;
    }

    private static double localKv(Attention a, int tp) {
        return Math.max((double) a.kvWidth() / tp, a.headSize());
    }

    private static int heads(Mixer mixer) {
        return mixer instanceof Attention a ? a.heads() : ((LatentAttention) mixer).heads();
    }

    private static double headSizes(Mixer mixer) {
        if (mixer instanceof Attention a) {
            return 2.0 * a.headSize();
        }
        LatentAttention a = (LatentAttention) mixer;
        return a.nopeSize() + a.ropeSize() + a.valueSize();
    }

    private static boolean causal(Mixer mixer) {
        return mixer instanceof Attention a ? a.causal() : ((LatentAttention) mixer).causal();
    }

    private static @org.jspecify.annotations.Nullable Long window(Mixer mixer) {
        return mixer instanceof Attention a ? a.window() : null;
    }
}

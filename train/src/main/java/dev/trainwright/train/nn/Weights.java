package dev.trainwright.train.nn;

import dev.trainwright.train.engine.Tensors;
import dev.trainwright.workload.FineTuning;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.zip.CRC32;
import org.bytedeco.pytorch.Generator;
import org.bytedeco.pytorch.GeneratorOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * Makes initial weights. Each tensor's values depend on the seed and its name only, never on how the job is split, so that every layout starts from the same
 * model.
 */
public final class Weights {
    private final long seed;
    private final ScalarType type;
    private final Split split;
    private final Given given;
    private final FineTuning tuning;
    private final ExpertRanks ranks;
    private final boolean expert;

    public Weights(long seed, ScalarType type, Split split) {
        this(seed, type, split, (name, shape) -> Optional.empty(), new FineTuning.Full(), ExpertRanks.ALONE, false);
    }

    private Weights(
            long seed,
            ScalarType type,
            Split split,
            Given given,
            FineTuning tuning,
            ExpertRanks ranks,
            boolean expert) {
        this.seed = seed;
        this.type = type;
        this.split = split;
        this.given = given;
        this.tuning = tuning;
        this.ranks = ranks;
        this.expert = expert;
    }

    /** Values that are given, and not made. */
    @FunctionalInterface
    public interface Given {
        /** The whole of the parameter {@code name}, of that shape; empty for one that is made by seed. */
        Optional<Tensor> of(String name, long[] shape);
    }

    /** The same, but with the values that are {@code given}. */
    public Weights from(Given source) {
        return new Weights(seed, type, split, source, tuning, ranks, expert);
    }

    /** The same, but frozen, with low-rank adapters that are trained. */
    public Weights below(FineTuning.LowRank adapters) {
        return new Weights(seed, type, split, given, adapters, ranks, expert);
    }

    /** The same, for a rank that holds the experts with {@code others}. */
    public Weights among(ExpertRanks others) {
        return new Weights(seed, type, split, given, tuning, others, expert);
    }

    /** The same, for experts: whole where each rank holds some, else split as all else is. */
    Weights ofExperts() {
        boolean some = ranks.size() > 1;
        return new Weights(seed, type, some ? Split.NONE : split, given, tuning, ranks, some);
    }

    /** The ranks that hold the experts between them. */
    ExpertRanks ranks() {
        return ranks;
    }

    /** Whether a checkpoint of the model holds the parameter {@code name}: not an adapter's. */
    public static boolean stored(String name) {
        return !Adapter.owns(name);
    }

    /** The adapter on the matrix {@code name}, null where it carries none. */
    @Nullable
    Adapter adapter(String name, long in, long out) {
        return tuning instanceof FineTuning.LowRank adapters
                        && adapters.targets().stream().anyMatch(target -> name.endsWith("." + target + "_proj"))
                ? new Adapter(this, name, in, out, adapters.rank())
                : null;
    }

    /** The tensor-parallel split that these weights are cut for. */
    public Split split() {
        return split;
    }

    /** Normal values of deviation {@code deviation}, cut along {@code splitDim} (-1 for whole). */
    public Parameter normal(String name, double deviation, int splitDim, long... shape) {
        return parameter(
                name,
                () -> {
                    CRC32 crc = new CRC32();
                    crc.update(name.getBytes(StandardCharsets.UTF_8));
                    Generator generator = torch.createCPUGenerator(seed * 1_000_003 + crc.getValue());
                    return Tensors.zeros(ScalarType.Double, shape)
                            .normal_(0, deviation, new GeneratorOptional(generator));
                },
                splitDim,
                shape);
    }

    /** Equal values. */
    public Parameter constant(String name, double value, int splitDim, long... shape) {
        return parameter(
                name, () -> Tensors.zeros(ScalarType.Double, shape).fill_(Tensors.scalar(value)), splitDim, shape);
    }

    private Parameter parameter(String name, Supplier<Tensor> made, int splitDim, long... shape) {
        return Tensors.scopeOf(() -> parameter(name, given.of(name, shape).orElseGet(made), splitDim, shape));
    }

    private Parameter parameter(String name, Tensor whole, int splitDim, long[] shape) {
        if (splitDim >= 0 && shape[splitDim] % split.size() != 0) {
            throw new IllegalArgumentException(name + " has " + shape[splitDim] + " rows to split over " + split.size()
                    + " tensor-parallel ranks: a divisor is accepted");
        }
        int dim = split.size() == 1 ? -1 : splitDim;
        Parameter whole64 = new Parameter(name, shape, dim, split.rank(), split.size(), expert, whole);
        Tensor value = Tensors.keep(whole64.slice(whole).to(type).contiguous().clone());
        return new Parameter(
                name,
                shape,
                dim,
                split.rank(),
                split.size(),
                expert,
                value.set_requires_grad(tuning instanceof FineTuning.Full || Adapter.owns(name)));
    }
}

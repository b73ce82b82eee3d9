package dev.trainwright.evidence.job;

import dev.trainwright.evidence.row.Cells;
import dev.trainwright.evidence.row.Column;
import dev.trainwright.evidence.row.Inputs;
import dev.trainwright.evidence.row.Recomputation;
import dev.trainwright.evidence.row.Sharding;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Overlap;
import dev.trainwright.layout.Recompute;
import dev.trainwright.layout.Schedule;
import dev.trainwright.layout.Synchrony;
import dev.trainwright.layout.ZeroStage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the row split its job. */
final class Layouts {
    private Layouts() {}

    /**
     * The row's layout of {@code layers} layers over its devices, {@code perNode} of which share a machine. Megatron may count embedding and loss as layers, so
     * that a table's chunks can outnumber the layers: then as many chunks are taken as layers fill.
     */
    static Layout of(Inputs inputs, int perNode, int layers) {
        long devices = devices(inputs);
        long tp = inputs.whole(Column.TP, 1);
        long pp = inputs.whole(Column.PP, 1);
        long cp = inputs.whole(Column.CP, 1);
        if (devices % (tp * pp * cp) != 0) {
            throw new Refusal("devices do not divide into the degrees of parallelism given");
        }
        if (inputs.whole(Column.DP, 1) * tp * pp * cp > devices) {
            throw new Refusal("degrees of parallelism need more devices than there were");
        }
        long dp = devices / (tp * pp * cp);
        Sharding sharding = inputs.read(Column.ZERO_STAGE, Sharding::parse);
        ZeroStage zero = sharding == null ? ZeroStage.NONE : sharding.stage();
        boolean hybrid = sharding != null && sharding.hybrid();
        long vp = Math.max(1, Math.min(inputs.whole(Column.VP, 1), layers / pp));
        Recompute recompute = recompute(inputs);
        return new Layout(
                Math.toIntExact(dp),
                Math.toIntExact(tp),
                Math.toIntExact(pp),
                Math.toIntExact(cp),
                Math.toIntExact(inputs.whole(Column.EP, 1)),
                Math.toIntExact(pp == 1 ? 1 : vp),
                pp > 1 && vp > 1 ? Schedule.INTERLEAVED : Schedule.ONE_F_ONE_B,
                List.of(),
                zero,
                Math.toIntExact(hybrid ? Math.min(perNode, dp * cp) : dp * cp),
                zero == ZeroStage.ZERO_3,
                zero == ZeroStage.ZERO_3 || zero == ZeroStage.ZERO_2,
                microBatch(inputs, dp),
                yes(inputs, Column.SEQUENCE_PARALLEL, false),
                recompute == null ? Recompute.NONE : recompute,
                offload(inputs.text(Column.OPTIMIZER_OFFLOAD)),
                new Overlap(
                        yes(inputs, Column.DP_OVERLAP, true),
                        yes(inputs, Column.TP_OVERLAP, false),
                        yes(inputs, Column.EP_OVERLAP, false),
                        false),
                Synchrony.SYNCHRONOUS);
    }

    static long devices(Inputs inputs) {
        Long devices = inputs.whole(Column.N_DEVICES);
        if (devices == null) {
            throw new Refusal("no number of devices");
        }
        return devices;
    }

    /** Samples of one optimizer step over all replicas, as the row gives them. */
    static long rowBatch(Inputs inputs) {
        long dp = replicas(inputs);
        Long global = inputs.whole(Column.GLOBAL_BATCH);
        if (global != null) {
            return global;
        }
        Long replica = inputs.whole(Column.REPLICA_BATCH);
        if (replica != null) {
            return replica * dp;
        }
        Long micro = inputs.whole(Column.MICRO_BATCH);
        if (micro != null) {
            return micro * inputs.whole(Column.GRAD_ACCUM, 1) * dp;
        }
        throw new Refusal("no batch size");
    }

    /** The whole number of micro-batches nearest to {@link #rowBatch}: some tables round one or the other. */
    static long globalBatch(Inputs inputs) {
        long dp = replicas(inputs);
        long step = microBatch(inputs, dp) * dp;
        return step * Math.max(1, Math.round((double) rowBatch(inputs) / step));
    }

    private static long replicas(Inputs inputs) {
        return Math.max(
                1,
                devices(inputs)
                        / (inputs.whole(Column.TP, 1) * inputs.whole(Column.PP, 1) * inputs.whole(Column.CP, 1)));
    }

    /** As the row gives it, else what accumulation leaves of the global batch. */
    private static long microBatch(Inputs inputs, long dp) {
        Long micro = inputs.whole(Column.MICRO_BATCH);
        if (micro != null) {
            return micro;
        }
        long perReplica = Math.max(1, rowBatch(inputs) / dp);
        return Math.max(1, perReplica / inputs.whole(Column.GRAD_ACCUM, 1));
    }

    private static boolean yes(Inputs inputs, Column column, boolean otherwise) {
        Boolean value = inputs.read(column, Cells::yes);
        return value == null ? otherwise : value;
    }

    private static Offload offload(@Nullable String cell) {
        if (cell == null || !Cells.yes(Column.OPTIMIZER_OFFLOAD, cell)) {
            return Offload.NONE;
        }
        return cell.contains("full") ? Offload.OPTIMIZER_AND_PARAMETERS : Offload.OPTIMIZER;
    }

    private static @Nullable Recompute recompute(Inputs inputs) {
        Recompute told = inputs.read(Column.ACTIVATION_RECOMPUTE, Recomputation::parse);
        boolean operations = inputs.text(Column.SELECTIVE, "attention").equals("operations");
        return told == Recompute.SELECTIVE && operations ? Recompute.SELECTIVE_OPERATIONS : told;
    }
}

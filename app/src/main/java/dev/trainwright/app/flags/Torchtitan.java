package dev.trainwright.app.flags;

import dev.trainwright.job.Job;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Legality;
import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Recompute;
import dev.trainwright.layout.Schedule;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.workload.Transformer;

/** A layout as options of torchtitan (its {@code job_config.py}); model, data and optimizer stay the user's. */
public final class Torchtitan {
    private Torchtitan() {}

    /**
     * The options, one a line.
     *
     * @throws IllegalArgumentException when torchtitan does not run the layout
     */
    public static String flags(Job job, Layout l) {
        long microBatches = Legality.microBatches(l, job.workload());
        boolean sharded = l.zero() == ZeroStage.ZERO_3;
        // Shards lie over dp_shard x cp.
        int shard = sharded ? l.shardGroup() / l.cp() : 1;
        Flags flags = new Flags()
                .refuse(!(job.workload().model() instanceof Transformer), "the model is no transformer")
                .refuse(l.zero() == ZeroStage.ZERO_1 || l.zero() == ZeroStage.ZERO_2, "it has zero 0 and 3")
                .refuse(sharded && l.shardGroup() % l.cp() != 0, "a shard group holds whole context-parallel groups")
                .refuse(l.tp() > 1 && !l.sequenceParallel(), "its tensor parallelism has sequence parallelism")
                .refuse(l.pp() > 1 && schedule(l.schedule()).isEmpty(), "its zero-bubble schedules are others")
                .refuse(!l.stageLayers().isEmpty(), "stages are unequal")
                .refuse(l.recompute() == Recompute.SELECTIVE, "selective is Megatron-LM's")
                .refuse(l.offload() != Offload.NONE, "offload is not written by this command")
                .synchronous(l)
                .set("--parallelism.data_parallel_replicate_degree", l.dp() / Math.max(1, shard))
                .set("--parallelism.data_parallel_shard_degree", shard)
                .degree("--parallelism.tensor_parallel_degree", l.tp())
                .degree("--parallelism.context_parallel_degree", l.cp())
                .degree("--parallelism.expert_parallel_degree", l.ep())
                .degree("--parallelism.pipeline_parallel_degree", l.pp());
        if (sharded && !l.reshardAfterForward()) {
            flags.set("--parallelism.fsdp_reshard_after_forward never");
        }
        if (l.pp() > 1) {
            flags.set("--parallelism.pipeline_parallel_schedule " + schedule(l.schedule()))
                    .set("--parallelism.pipeline_parallel_microbatch_size", l.microBatch());
        }
        flags.set("--training.local_batch_size", l.pp() > 1 ? microBatches * l.microBatch() : l.microBatch())
                .set("--training.global_batch_size", microBatches * l.microBatch() * l.dp())
                .set("--training.seq_len", job.workload().sequence())
                .set("--activation_checkpoint.mode " + checkpointing(l.recompute()));
        if (l.recompute() == Recompute.SELECTIVE_OPERATIONS) {
            flags.set("--activation_checkpoint.selective_ac_option op");
        }
        return flags.text("torchtitan");
    }

    private static String checkpointing(Recompute recompute) {
        return switch (recompute) {
            case NONE -> "none";
            case SELECTIVE, SELECTIVE_OPERATIONS -> "selective";
            case FULL -> "full";
        };
    }

    /** Empty where torchtitan's schedule of that name is another. */
    private static String schedule(Schedule schedule) {
        return switch (schedule) {
            case GPIPE -> "GPipe";
            case ONE_F_ONE_B -> "1F1B";
            case INTERLEAVED -> "Interleaved1F1B";
            case ZB_H1, ZB_H2 -> "";
        };
    }
}

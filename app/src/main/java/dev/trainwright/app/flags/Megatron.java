package dev.trainwright.app.flags;

import dev.trainwright.job.Job;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Legality;
import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Recompute;
import dev.trainwright.layout.Schedule;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.workload.Transformer;

/** A layout as arguments of Megatron-LM (its {@code megatron/training/arguments.py}); model, data and optimizer stay the user's. */
public final class Megatron {
    private Megatron() {}

    /**
     * The arguments, one a line.
     *
     * @throws IllegalArgumentException when Megatron-LM does not run the layout
     */
    public static String flags(Job job, Layout l) {
        int layers = job.workload().model() instanceof Transformer model
                ? model.main().layers()
                : 0;
        int chunks = l.pp() * l.virtualStages();
        long globalBatch = Legality.microBatches(l, job.workload()) * l.microBatch() * l.dp();
        Flags flags = new Flags()
                .refuse(layers == 0, "the model is no transformer")
                .refuse(
                        l.pp() > 1 && l.schedule() != Schedule.ONE_F_ONE_B && l.schedule() != Schedule.INTERLEAVED,
                        "its schedules are 1f1b and interleaved")
                .refuse(!l.stageLayers().isEmpty() || layers % chunks != 0, "stages are unequal")
                .refuse(
                        l.zero() == ZeroStage.ZERO_2 || l.zero() == ZeroStage.ZERO_3,
                        "its distributed optimizer is ZeRO-1")
                .refuse(l.recompute() == Recompute.SELECTIVE_OPERATIONS, "selective-operations is torchtitan's")
                .refuse(l.offload() != Offload.NONE, "offload is not written by this command")
                .synchronous(l)
                .degree("--tensor-model-parallel-size", l.tp())
                .degree("--pipeline-model-parallel-size", l.pp())
                .degree("--context-parallel-size", l.cp())
                .degree("--expert-model-parallel-size", l.ep());
        if (l.virtualStages() > 1 && layers % chunks == 0) {
            flags.set("--num-layers-per-virtual-pipeline-stage", layers / chunks);
        }
        if (l.sequenceParallel()) {
            flags.set("--sequence-parallel");
        }
        flags.set("--micro-batch-size", l.microBatch())
                .set("--global-batch-size", globalBatch)
                .set("--seq-length", job.workload().sequence());
        if (l.zero() == ZeroStage.ZERO_1) {
            flags.set("--use-distributed-optimizer");
        }
        if (l.overlap().dataParallel() && l.dp() * l.cp() > 1) {
            flags.set("--overlap-grad-reduce");
            if (l.zero() == ZeroStage.ZERO_1) {
                flags.set("--overlap-param-gather");
            }
        }
        if (l.overlap().tensorParallel() && l.tp() > 1) {
            flags.set("--tp-comm-overlap");
        }
        if (l.recompute() == Recompute.SELECTIVE) {
            flags.set("--recompute-granularity selective");
        }
        if (l.recompute() == Recompute.FULL) {
            flags.set("--recompute-granularity full")
                    .set("--recompute-method uniform")
                    .set("--recompute-num-layers", 1);
        }
        return flags.text("Megatron-LM");
    }
}

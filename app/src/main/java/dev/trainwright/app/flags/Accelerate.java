package dev.trainwright.app.flags;

import dev.trainwright.job.Job;
import dev.trainwright.job.Software;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Legality;
import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Recompute;
import dev.trainwright.layout.ZeroStage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A layout as the file that {@code accelerate launch --config_file} takes (huggingface/accelerate, {@code commands/config} and {@code examples/config_yaml_templates}): DeepSpeed for ZeRO-1, ZeRO-2 and what
 * it offloads, FSDP 2 for the rest of what is sharded or split, else plain data parallelism.
 */
public final class Accelerate {
    private static final Map<String, String> PRECISIONS = Map.of(
            "fp32", "'no'", "tf32", "'no'", "bf16", "bf16", "amp-bf16", "bf16", "fp16", "fp16", "amp-fp16", "fp16");

    private Accelerate() {}

    /**
     * The file, with the figures that it has no keys for as comments.
     *
     * @param clip largest norm of the gradients, or null
     * @throws IllegalArgumentException when accelerate does not run the layout
     */
    public static String yaml(Job job, Layout l, @Nullable Double clip) {
        boolean deepSpeed = l.zero() == ZeroStage.ZERO_1
                || l.zero() == ZeroStage.ZERO_2
                || l.offload() == Offload.OPTIMIZER
                || (job.software() == Software.DEEPSPEED && l.zero() != ZeroStage.NONE);
        boolean fsdp = !deepSpeed && (l.zero() == ZeroStage.ZERO_3 || l.tp() > 1 || l.cp() > 1);
        String precision = job.workload().precision().name();
        Flags refusals = deepSpeed ? DeepSpeed.refusals(job, l) : refusals(l);
        refusals.refuse(
                        !PRECISIONS.containsKey(precision),
                        "precision " + precision
                                + ": its mixed_precision is no, bf16 or fp16; fp8 needs a backend that a job"
                                + " does not name")
                .orThrow(deepSpeed ? "accelerate with DeepSpeed" : "accelerate");
        int nodes =
                job.cluster().pools().stream().mapToInt(pool -> pool.nodes()).sum();
        long steps = Legality.microBatches(l, job.workload());
        List<String> lines = new ArrayList<>();
        comments(lines, l, steps, clip, deepSpeed, fsdp, nodes);
        lines.add("compute_environment: LOCAL_MACHINE");
        lines.add("distributed_type: "
                + (deepSpeed ? "DEEPSPEED" : fsdp ? "FSDP" : l.devices() > 1 ? "MULTI_GPU" : "'NO'"));
        lines.add("mixed_precision: " + PRECISIONS.get(precision));
        lines.add("num_machines: " + nodes);
        lines.add("num_processes: " + l.devices());
        lines.add("machine_rank: 0");
        lines.add("rdzv_backend: static");
        lines.add("main_training_function: main");
        if (deepSpeed) {
            deepSpeed(lines, l, steps, clip);
        } else if (fsdp) {
            fsdp(lines, l);
        }
        return String.join("\n", lines) + "\n";
    }

    private static Flags refusals(Layout l) {
        return new Flags()
                .synchronous(l)
                .refuse(l.pp() > 1, "it has no pipeline (pp) but Megatron-LM's: --for megatron")
                .refuse(l.ep() > 1, "it has no expert parallelism (ep)")
                .refuse(
                        l.zero() != ZeroStage.ZERO_3 && (l.tp() > 1 || l.cp() > 1),
                        "its tensor and context parallelism (tp, cp) go with zero 3, which is FSDP")
                .refuse(
                        l.zero() == ZeroStage.ZERO_3 && l.shardGroup() % l.cp() != 0,
                        "a shard group holds whole context-parallel groups")
                .selective(l);
    }

    private static void comments(
            List<String> lines,
            Layout l,
            long steps,
            @Nullable Double clip,
            boolean deepSpeed,
            boolean fsdp,
            int nodes) {
        lines.add("# In the script: %d sample%s a process and micro-batch%s: batch %,d = %,d x %,d x %,d replicas."
                .formatted(
                        l.microBatch(),
                        l.microBatch() == 1 ? "" : "s",
                        deepSpeed ? "" : ", Accelerator(gradient_accumulation_steps=" + steps + ")",
                        steps * l.microBatch() * l.dp(),
                        l.microBatch(),
                        steps,
                        l.dp()));
        if (clip != null && !deepSpeed) {
            lines.add("# In the script: accelerator.clip_grad_norm_(model.parameters(), " + clip + ")");
        }
        if (l.recompute() == Recompute.FULL && !fsdp) {
            lines.add("# In the script: model.gradient_checkpointing_enable()");
        }
        if (nodes > 1) {
            lines.add(
                    "# On each node: accelerate launch --machine_rank RANK --main_process_ip HOST --main_process_port PORT");
        }
    }

    private static void deepSpeed(List<String> lines, Layout l, long steps, @Nullable Double clip) {
        lines.add("deepspeed_config:");
        lines.add("  gradient_accumulation_steps: " + steps);
        if (clip != null) {
            lines.add("  gradient_clipping: " + clip);
        }
        lines.add("  offload_optimizer_device: " + (l.offload() == Offload.NONE ? "none" : "cpu"));
        lines.add("  offload_param_device: " + (l.offload() == Offload.OPTIMIZER_AND_PARAMETERS ? "cpu" : "none"));
        lines.add("  zero3_init_flag: " + (l.zero() == ZeroStage.ZERO_3));
        lines.add("  zero_stage: " + DeepSpeed.stage(l));
    }

    private static void fsdp(List<String> lines, Layout l) {
        lines.add("fsdp_config:");
        lines.add("  fsdp_version: 2");
        lines.add("  fsdp_reshard_after_forward: " + l.reshardAfterForward());
        lines.add("  fsdp_auto_wrap_policy: TRANSFORMER_BASED_WRAP");
        lines.add("  fsdp_activation_checkpointing: " + (l.recompute() == Recompute.FULL));
        lines.add("  fsdp_offload_params: " + (l.offload() == Offload.OPTIMIZER_AND_PARAMETERS));
        lines.add("  fsdp_state_dict_type: SHARDED_STATE_DICT");
        lines.add("  fsdp_cpu_ram_efficient_loading: " + (l.tp() == 1 && l.cp() == 1));
        int shard = l.shardGroup() / l.cp();
        if (l.tp() > 1 || l.cp() > 1 || shard < l.dp()) {
            lines.add("parallelism_config:");
            lines.add("  parallelism_config_dp_replicate_size: " + l.dp() / shard);
            lines.add("  parallelism_config_dp_shard_size: " + shard);
            lines.add("  parallelism_config_tp_size: " + l.tp());
            lines.add("  parallelism_config_cp_size: " + l.cp());
        }
    }
}

package dev.trainwright.app.flags;

import dev.trainwright.job.Job;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Legality;
import dev.trainwright.layout.Offload;
import dev.trainwright.layout.ZeroStage;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A layout as the file that DeepSpeed takes as {@code --deepspeed_config} (its documentation, "DeepSpeed Configuration JSON"); model, data, optimizer and recomputation stay the user's. */
public final class DeepSpeed {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private static final Set<String> WIDE = Set.of("fp32", "tf32");
    private static final Set<String> HALVES = Set.of("bf16", "fp16");
    private static final Map<String, String> AUTOCAST = Map.of("amp-bf16", "bfloat16", "amp-fp16", "float16");
    private static final Set<String> KNOWN =
            Stream.of(WIDE, HALVES, AUTOCAST.keySet()).flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());

    private DeepSpeed() {}

    /**
     * The file. Every value is given: {@code auto} is none that DeepSpeed itself knows.
     *
     * @param clip largest norm of the gradients, or null
     * @throws IllegalArgumentException when DeepSpeed does not run the layout
     */
    public static String json(Job job, Layout l, @Nullable Double clip) {
        refusals(job, l).orThrow("DeepSpeed");
        long steps = Legality.microBatches(l, job.workload());
        ObjectNode json = JSON.createObjectNode();
        json.put("train_batch_size", steps * l.microBatch() * l.dp());
        json.put("train_micro_batch_size_per_gpu", l.microBatch());
        json.put("gradient_accumulation_steps", steps);
        if (clip != null) {
            json.put("gradient_clipping", clip);
        }
        precision(json, job.workload().precision().name());
        ObjectNode zero = json.putObject("zero_optimization").put("stage", stage(l));
        if (l.zero() != ZeroStage.NONE) {
            zero.put("overlap_comm", l.overlap().dataParallel());
        }
        if (l.offload() != Offload.NONE) {
            onHost(zero, "offload_optimizer");
        }
        if (l.offload() == Offload.OPTIMIZER_AND_PARAMETERS) {
            onHost(zero, "offload_param");
        }
        return JSON.writeValueAsString(json) + "\n";
    }

    static int stage(Layout l) {
        return l.zero().ordinal();
    }

    /** What of a layout DeepSpeed does not do, whoever starts it. */
    static Flags refusals(Job job, Layout l) {
        return new Flags()
                .synchronous(l)
                .refuse(l.tp() > 1, "tensor parallelism (tp) is the model's own there, as Megatron-DeepSpeed has it")
                .refuse(
                        l.pp() > 1,
                        "a pipeline (pp) and its schedule are written in the model there, as a PipelineModule")
                .refuse(l.cp() > 1, "context parallelism (cp) is the model's own there")
                .refuse(l.ep() > 1, "expert parallelism (ep) is a layer of the model there")
                .refuse(
                        l.zero() != ZeroStage.NONE && l.shardGroup() != l.dp() * l.cp(),
                        "its ZeRO shards over all replicas; a shardGroup is MiCS, which this command does not write")
                .refuse(
                        l.zero() == ZeroStage.ZERO_3 && !l.reshardAfterForward(),
                        "its zero 3 frees weights after forward (reshardAfterForward: true)")
                .selective(l)
                .refuse(
                        !KNOWN.contains(job.workload().precision().name()),
                        "precision " + job.workload().precision().name() + " is not written by this command");
    }

    /** Its own section for weights of 16 bits, torch's autocast for mixed precision, nothing for wider ones. */
    private static void precision(ObjectNode json, String name) {
        if (HALVES.contains(name)) {
            json.putObject(name).put("enabled", true);
        } else if (AUTOCAST.containsKey(name)) {
            json.putObject("torch_autocast").put("enabled", true).put("dtype", AUTOCAST.get(name));
        }
    }

    private static void onHost(ObjectNode zero, String section) {
        zero.putObject(section).put("device", "cpu").put("pin_memory", true);
    }
}

package dev.trainwright.forecast;

import dev.trainwright.cluster.Accelerator;
import dev.trainwright.job.Software;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.workload.NumberFormat;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.Workload;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Which software family's constants a layout is forecast with. */
public final class SoftwareFamily {
    private SoftwareFamily() {}

    /** The family of {@code software}; where none is named, or it has none of its own, the one that the layout suggests. */
    static String of(@Nullable Software software, Accelerator accelerator, Workload workload, Layout layout) {
        if (software == null || software == Software.DEEPSPEED) {
            return suggested(accelerator, workload, layout);
        }
        return software == Software.TORCHTITAN ? "fsdp" : software.name().toLowerCase(Locale.ROOT);
    }

    /**
     * {@code maxtext} on TPUs; {@code ddp} for what is only data-parallel by nature (convolutional and measured models); {@code fsdp} where weights are sharded; and for every
     * other transformer {@code nemo}, Megatron with Transformer Engine, on accelerators with FP8 units, {@code megatron} on those before.
     */
    private static String suggested(Accelerator accelerator, Workload workload, Layout layout) {
        if (accelerator.vendor().equals("google")) {
            return "maxtext";
        }
        if (!(workload.model() instanceof Transformer)) {
            return "ddp";
        }
        if (layout.zero() == ZeroStage.ZERO_3) {
            return "fsdp";
        }
        return accelerator.supports(NumberFormat.FP8) ? "nemo" : "megatron";
    }
}

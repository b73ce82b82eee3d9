package dev.trainwright.forecast;

import dev.trainwright.cluster.Accelerator;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.workload.ConvNet;
import dev.trainwright.workload.Workload;

/** Which software family's constants a layout is forecast with, where the user names none. */
public final class SoftwareFamily {
    private SoftwareFamily() {}

    /**
     * {@code maxtext} on TPUs, {@code fsdp} where weights are sharded, {@code megatron} where a model is split by tensor or pipeline parallelism, and {@code ddp}
     * for the rest.
     */
    public static String of(Accelerator accelerator, Workload workload, Layout layout) {
        if (accelerator.vendor().equals("google")) {
            return "maxtext";
        }
        if (workload.model() instanceof ConvNet) {
            return "ddp";
        }
        if (layout.zero() == ZeroStage.ZERO_3) {
            return "fsdp";
        }
        return layout.tp() * layout.pp() * layout.cp() * layout.ep() > 1 ? "megatron" : "ddp";
    }
}

package dev.trainwright.app.model;

import dev.trainwright.workload.NumberFormat;
import dev.trainwright.workload.Optimizer;
import dev.trainwright.workload.Precision;
import java.util.List;

/** Bytes that one parameter takes under a precision recipe with AdamW; activations and everything else come on top. */
record Recipe(Precision precision) {

    /** One of each way of storing: tf32 stores as fp32, fp8 and fp4 as bf16. */
    static final List<Recipe> ALL =
            List.of(Precision.FP32, Precision.AMP_BF16, Precision.BF16, Precision.FP16, Precision.PURE_BF16).stream()
                    .map(Recipe::new)
                    .toList();

    String name() {
        return precision.name();
    }

    double weightBytes() {
        return precision.parameters().bytes();
    }

    double gradientBytes() {
        return precision.gradients().bytes();
    }

    double optimizerBytes() {
        NumberFormat master = precision.master();
        return Optimizer.ADAMW.stateBytes() + (master == null ? 0 : master.bytes());
    }

    double bytes() {
        return weightBytes() + gradientBytes() + optimizerBytes();
    }
}

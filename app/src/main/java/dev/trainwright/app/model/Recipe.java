package dev.trainwright.app.model;

import dev.trainwright.workload.NumberFormat;
import dev.trainwright.workload.Optimizer;
import dev.trainwright.workload.Precision;
import java.util.List;
import java.util.stream.Stream;

/** Bytes of {@code parameters} under a precision recipe with AdamW. */
record Recipe(Precision precision, long parameters) {

    /** One of each way of storing: tf32 stores as fp32, fp8 and fp4 as bf16. */
    static List<Recipe> all(long parameters) {
        return Stream.of(Precision.FP32, Precision.AMP_BF16, Precision.BF16, Precision.FP16, Precision.PURE_BF16)
                .map(precision -> new Recipe(precision, parameters))
                .toList();
    }

    String name() {
        return precision.name();
    }

    double weights() {
        return precision.parameters().bytes() * parameters;
    }

    double gradients() {
        return precision.gradients().bytes() * parameters;
    }

    /** Both moments, and the optimizer's own copy of the weights where there is one. */
    double optimizer() {
        NumberFormat master = precision.master();
        return (Optimizer.ADAMW.stateBytes() + (master == null ? 0 : master.bytes())) * parameters;
    }

    double total() {
        return weights() + gradients() + optimizer();
    }

    double bytesPerParameter() {
        return total() / parameters;
    }
}

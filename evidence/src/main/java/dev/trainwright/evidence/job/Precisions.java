package dev.trainwright.evidence.job;

import dev.trainwright.evidence.row.Column;
import dev.trainwright.evidence.row.Inputs;
import dev.trainwright.evidence.row.Numerics;
import dev.trainwright.workload.NumberFormat;
import dev.trainwright.workload.Precision;
import java.util.Locale;
import java.util.Set;

/** The row's precision by role. */
final class Precisions {
    private static final Set<NumberFormat> SIXTEEN = Set.of(NumberFormat.FP16, NumberFormat.BF16);

    private Precisions() {}

    static Precision of(Inputs inputs) {
        Numerics numerics = inputs.read(Column.PRECISION, Numerics::parse);
        if (numerics == null) {
            throw new Refusal("no precision");
        }
        NumberFormat matmul = numerics.matmul();
        if (matmul == NumberFormat.FP32) {
            return Precision.FP32;
        }
        if (matmul == NumberFormat.TF32) {
            return Precision.TF32;
        }
        NumberFormat half = SIXTEEN.contains(matmul) ? matmul : NumberFormat.BF16;
        NumberFormat gradients = gradients(inputs, half);
        if (inputs.text(Column.RECIPE, "").equals("pure")) {
            return new Precision("custom", matmul, half, half, half, null, half, half, half);
        }
        if (numerics.autocast() || Set.of("fsdp", "torchtitan").contains(inputs.text(Column.SOFTWARE, ""))) {
            return new Precision(
                    "custom", matmul, half, NumberFormat.FP32, NumberFormat.FP32, null, half, gradients, half);
        }
        return new Precision("custom", matmul, half, half, gradients, NumberFormat.FP32, half, gradients, half);
    }

    /** fp32 unless the row or its source says otherwise. */
    private static NumberFormat gradients(Inputs inputs, NumberFormat half) {
        String named = inputs.text(Column.GRADIENT_FORMAT, "fp32");
        return named.equals("half") ? half : NumberFormat.valueOf(named.toUpperCase(Locale.ROOT));
    }
}

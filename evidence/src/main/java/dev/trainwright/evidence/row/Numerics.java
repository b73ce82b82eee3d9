package dev.trainwright.evidence.row;

import dev.trainwright.workload.NumberFormat;
import java.util.Locale;

/**
 * A precision as tables write it.
 *
 * @param matmul operands of matrix products
 * @param autocast whether weights stay 32 bit and operands are cast on the way (AMP)
 */
public record Numerics(NumberFormat matmul, boolean autocast) {

    /** Reads {@code fp16 mixed (AMP)}, {@code bf16}, {@code fp8 rowwise}, {@code fp8-cs}, {@code mxfp8}, {@code nvfp4}, {@code tf32}, and the like. */
    public static Numerics parse(Column column, String cell) {
        String text = cell.strip().toLowerCase(Locale.ROOT);
        boolean autocast = text.contains("amp") || text.contains("autocast") || text.contains("mixed");
        return new Numerics(format(column, cell, text), autocast);
    }

    private static NumberFormat format(Column column, String cell, String text) {
        if (text.startsWith("mxfp8") || text.startsWith("fp8-mx") || text.startsWith("fp8 mx")) {
            return NumberFormat.MXFP8;
        }
        if (text.startsWith("fp8") || text.startsWith("float8")) {
            return NumberFormat.FP8;
        }
        if (text.startsWith("nvfp4") || text.startsWith("mxfp4") || text.startsWith("fp4")) {
            return NumberFormat.FP4;
        }
        if (text.startsWith("tf32")) {
            return NumberFormat.TF32;
        }
        if (text.startsWith("bf16") || text.startsWith("bfloat16") || text.startsWith("amp_bf16")) {
            return NumberFormat.BF16;
        }
        if (text.startsWith("fp16")
                || text.startsWith("half")
                || text.startsWith("amp")
                || text.startsWith("float16")
                || text.startsWith("mixed")) {
            return NumberFormat.FP16;
        }
        if (text.startsWith("fp32") || text.startsWith("float32") || text.startsWith("single")) {
            return NumberFormat.FP32;
        }
        throw new Unreadable(column, cell, "fp32, tf32, fp16, bf16, amp, fp8, mxfp8, nvfp4, with any remark behind");
    }
}

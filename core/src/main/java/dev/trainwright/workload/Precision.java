package dev.trainwright.workload;

import org.jspecify.annotations.Nullable;

/**
 * Precision by role.
 *
 * @param name the recipe's name: {@code fp32}, {@code tf32}, {@code bf16}, {@code fp16}, {@code fp8}, {@code fp4}, {@code amp-bf16}, ... or {@code custom}
 * @param matmul operands of matrix products
 * @param attention operands of the attention core
 * @param parameters the copy of the weights that forward and backward use
 * @param gradients accumulated gradients
 * @param master the optimizer's own copy of the weights, or null where it updates the weights themselves
 * @param activations saved activations
 * @param gradientReduce element type of gradient all-reduce or reduce-scatter
 * @param parameterGather element type of parameter all-gather (ZeRO)
 */
public record Precision(
        String name,
        NumberFormat matmul,
        NumberFormat attention,
        NumberFormat parameters,
        NumberFormat gradients,
        @Nullable NumberFormat master,
        NumberFormat activations,
        NumberFormat gradientReduce,
        NumberFormat parameterGather) {

    /** Everything 32 bit. */
    public static final Precision FP32 = full("fp32", NumberFormat.FP32);

    /** Stored as 32 bit, multiplied as TF32. */
    public static final Precision TF32 = full("tf32", NumberFormat.TF32);

    /** Mixed precision with bf16 weights and fp32 gradients, reduction and master copy (18 bytes a parameter with Adam). */
    public static final Precision BF16 = mixed("bf16", NumberFormat.BF16, NumberFormat.BF16, NumberFormat.FP32);

    /** Mixed precision with fp16 weights and gradients and an fp32 master copy (16 bytes a parameter with Adam). */
    public static final Precision FP16 = mixed("fp16", NumberFormat.FP16, NumberFormat.FP16, NumberFormat.FP16);

    /** Matrix products in FP8, stored as {@link #BF16}. */
    public static final Precision FP8 = mixed("fp8", NumberFormat.FP8, NumberFormat.BF16, NumberFormat.FP32);

    /** Matrix products in FP4, stored as {@link #BF16}. */
    public static final Precision FP4 = mixed("fp4", NumberFormat.FP4, NumberFormat.BF16, NumberFormat.FP32);

    /** Autocast: stored, reduced and updated in fp32, multiplied and gathered in bf16 (PyTorch AMP and FSDP; 16 bytes a parameter with Adam). */
    public static final Precision AMP_BF16 = amp("amp-bf16", NumberFormat.BF16);

    /** Autocast with fp16 products. */
    public static final Precision AMP_FP16 = amp("amp-fp16", NumberFormat.FP16);

    /** Everything in bf16 without a master copy (12 bytes a parameter with fp32 Adam moments). */
    public static final Precision PURE_BF16 = new Precision(
            "pure-bf16",
            NumberFormat.BF16,
            NumberFormat.BF16,
            NumberFormat.BF16,
            NumberFormat.BF16,
            null,
            NumberFormat.BF16,
            NumberFormat.BF16,
            NumberFormat.BF16);

    private static Precision amp(String name, NumberFormat half) {
        return new Precision(
                name, half, half, NumberFormat.FP32, NumberFormat.FP32, null, half, NumberFormat.FP32, half);
    }

    private static Precision full(String name, NumberFormat matmul) {
        return new Precision(
                name,
                matmul,
                matmul,
                NumberFormat.FP32,
                NumberFormat.FP32,
                null,
                NumberFormat.FP32,
                NumberFormat.FP32,
                NumberFormat.FP32);
    }

    private static Precision mixed(String name, NumberFormat matmul, NumberFormat half, NumberFormat gradients) {
        return new Precision(name, matmul, half, half, gradients, NumberFormat.FP32, half, gradients, half);
    }
}

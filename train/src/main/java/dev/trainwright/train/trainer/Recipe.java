package dev.trainwright.train.trainer;

import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * How to train, besides how it is split.
 *
 * @param type of weights, gradients and activations
 * @param autocast whether matrix products run in bf16
 * @param rule the optimizer
 * @param schedule of the learning rate
 * @param clip the largest gradient norm, 0 for no clipping (Pascanu et al., arXiv 1211.5063)
 * @param seed of weights and data order
 */
public record Recipe(ScalarType type, boolean autocast, UpdateRule rule, Schedule schedule, double clip, long seed) {
    /** AdamW with PyTorch's defaults in single precision at a constant rate, without clipping. */
    public static Recipe adamW(double learningRate) {
        return new Recipe(
                ScalarType.Float,
                false,
                new UpdateRule.AdamW(0.9, 0.999, 1e-8, 0.01),
                Schedule.constant(learningRate),
                0,
                0);
    }
}

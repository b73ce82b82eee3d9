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
public record Recipe(ScalarType type, boolean autocast, UpdateRule rule, Schedule schedule, double clip, long seed) {}

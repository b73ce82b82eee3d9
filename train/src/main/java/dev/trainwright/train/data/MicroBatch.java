package dev.trainwright.train.data;

import org.bytedeco.pytorch.Tensor;

/**
 * What one forward pass sees.
 *
 * @param inputs samples x ...
 * @param targets the classes that the loss compares with
 * @param counted targets that count (without padding): what the summed loss is divided by, added up over the window
 */
public record MicroBatch(Tensor inputs, Tensor targets, long counted) {}

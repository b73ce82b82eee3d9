package dev.trainwright.train.nn;

import dev.trainwright.train.engine.Tape;
import org.bytedeco.pytorch.Tensor;

/**
 * One micro-batch on its way through the layers.
 *
 * @param targets what the loss compares with
 * @param tape keeps the hooks of its graph
 */
public record Pass(Tensor targets, Tape tape) {}

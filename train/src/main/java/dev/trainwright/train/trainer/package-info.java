/** The training loop: optimizers, schedules, steps, metrics, resuming. */
@NullMarked
package dev.trainwright.train.trainer;

import org.jspecify.annotations.NullMarked;

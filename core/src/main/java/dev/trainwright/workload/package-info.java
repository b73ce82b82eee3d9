/**
 * What is trained: the model's shape, and the recipe (batch, sequence, precision, optimizer, how much of it). Independent of any machine and of any way
 * of splitting the work.
 */
@NullMarked
package dev.trainwright.workload;

import org.jspecify.annotations.NullMarked;

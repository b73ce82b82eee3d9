/** One file for each way of splitting a job over ranks. */
@NullMarked
package dev.trainwright.train.parallel;

import org.jspecify.annotations.NullMarked;

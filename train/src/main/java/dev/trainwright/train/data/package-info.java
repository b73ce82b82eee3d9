/** What is trained on: data sets, micro-batches, and which rank sees which sample. */
@NullMarked
package dev.trainwright.train.data;

import org.jspecify.annotations.NullMarked;

/** Models in Hugging Face's layout: weights in, weights out, under the names that other tools read. */
@NullMarked
package dev.trainwright.train.pretrained;

import org.jspecify.annotations.NullMarked;

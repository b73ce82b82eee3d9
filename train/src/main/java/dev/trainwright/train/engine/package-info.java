/** The native engine: loading it, and the few things every caller does with tensors. */
@NullMarked
package dev.trainwright.train.engine;

import org.jspecify.annotations.NullMarked;

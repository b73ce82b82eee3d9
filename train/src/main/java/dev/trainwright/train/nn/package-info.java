/** Models as lists of layers, built from the workload that the forecast uses; weights under Hugging Face's names. */
@NullMarked
package dev.trainwright.train.nn;

import org.jspecify.annotations.NullMarked;

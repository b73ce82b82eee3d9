/** Families of decoders. */
@NullMarked
package dev.trainwright.workload.hf.decoder;

import org.jspecify.annotations.NullMarked;

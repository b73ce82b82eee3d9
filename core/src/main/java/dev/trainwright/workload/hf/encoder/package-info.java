/** Families of encoders of text, and of encoders with decoders. */
@NullMarked
package dev.trainwright.workload.hf.encoder;

import org.jspecify.annotations.NullMarked;

/** Families of encoders of sound, and the towers that other models take from them. */
@NullMarked
package dev.trainwright.workload.hf.audio;

import org.jspecify.annotations.NullMarked;

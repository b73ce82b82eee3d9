/** Families of image networks, and the towers that other models take from them. */
@NullMarked
package dev.trainwright.workload.hf.vision;

import org.jspecify.annotations.NullMarked;

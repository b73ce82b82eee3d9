/** Families that join towers of images and sounds with text. */
@NullMarked
package dev.trainwright.workload.hf.multimodal;

import org.jspecify.annotations.NullMarked;

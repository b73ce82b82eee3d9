/** Fitted constants by accelerator and software family, loaded by name. Never datasheet facts. */
@NullMarked
package dev.trainwright.calibration;

import org.jspecify.annotations.NullMarked;

/** Fits of calibration constants, and the intervals that residuals give. */
@NullMarked
package dev.trainwright.evidence.fit;

import org.jspecify.annotations.NullMarked;

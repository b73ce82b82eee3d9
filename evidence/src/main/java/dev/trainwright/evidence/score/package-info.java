/** Errors of forecasts against measurements: per row, per file, per group. */
@NullMarked
package dev.trainwright.evidence.score;

import org.jspecify.annotations.NullMarked;

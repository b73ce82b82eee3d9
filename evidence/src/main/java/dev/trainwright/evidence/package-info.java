/** Published, measured runs, the harness that holds every forecast against them, and the fits; it writes the calibration files that core only reads. */
@NullMarked
package dev.trainwright.evidence;

import org.jspecify.annotations.NullMarked;

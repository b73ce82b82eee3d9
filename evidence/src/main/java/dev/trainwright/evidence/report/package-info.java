/** Scores as people read them: tables, the accuracy page, the scatter plot. */
@NullMarked
package dev.trainwright.evidence.report;

import org.jspecify.annotations.NullMarked;

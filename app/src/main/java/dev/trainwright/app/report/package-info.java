/**
 * What a command answers: a {@link dev.trainwright.app.report.Report} of parts, each of which renders as text and as
 * JSON from the same values.
 */
@NullMarked
package dev.trainwright.app.report;

import org.jspecify.annotations.NullMarked;

/** Search: every layout of a job as a space of indices, bounded, pruned, ranked, and the reasons why the others were rejected. */
@NullMarked
package dev.trainwright.plan;

import org.jspecify.annotations.NullMarked;

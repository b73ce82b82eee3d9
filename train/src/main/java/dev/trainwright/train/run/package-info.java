/** One rank of {@code trainwright train JOB}: from a job file to steps, metrics and checkpoints. */
@NullMarked
package dev.trainwright.train.run;

import org.jspecify.annotations.NullMarked;

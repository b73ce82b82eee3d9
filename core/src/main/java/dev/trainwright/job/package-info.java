/** The job file: workload, cluster and layout as one user wrote them, read strictly. */
@NullMarked
package dev.trainwright.job;

import org.jspecify.annotations.NullMarked;

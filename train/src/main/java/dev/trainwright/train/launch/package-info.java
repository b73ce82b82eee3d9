/** Starts the processes of a job: here, on Slurm or on Kubernetes. */
@NullMarked
package dev.trainwright.train.launch;

import org.jspecify.annotations.NullMarked;

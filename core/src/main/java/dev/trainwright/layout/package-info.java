/** How the job is split: degrees of parallelism, ZeRO stage, schedule, recompute, synchrony; validated on construction against workload and cluster. */
@NullMarked
package dev.trainwright.layout;

import org.jspecify.annotations.NullMarked;

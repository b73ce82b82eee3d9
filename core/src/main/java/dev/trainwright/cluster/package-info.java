/** What it is trained on: accelerators, links, nodes, the whole cluster, and the catalogue they come from. Datasheet facts only; fitted values are in {@code calibration}. */
@NullMarked
package dev.trainwright.cluster;

import org.jspecify.annotations.NullMarked;

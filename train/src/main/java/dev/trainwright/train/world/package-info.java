/** Who takes part: rendezvous, the rank grid, process groups and their collectives. */
@NullMarked
package dev.trainwright.train.world;

import org.jspecify.annotations.NullMarked;

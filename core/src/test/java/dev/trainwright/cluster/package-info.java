/** Tests of the catalogue: its data against published figures, its lookups, and a user's own folder. */
@NullMarked
package dev.trainwright.cluster;

import org.jspecify.annotations.NullMarked;

/** How fast it is. */
@NullMarked
package dev.trainwright.bench;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.trainwright.cost;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.trainwright.quantity;

import org.jspecify.annotations.NullMarked;

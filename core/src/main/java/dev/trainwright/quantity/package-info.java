/** Bytes, time, rates and money: parsed from and printed as people write them, exact inside. */
@NullMarked
package dev.trainwright.quantity;

import org.jspecify.annotations.NullMarked;

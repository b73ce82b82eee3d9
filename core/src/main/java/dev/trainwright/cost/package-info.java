/** Small pure models of time and memory: doubles in and out, units in names, closed form and event-driven side by side. */
@NullMarked
package dev.trainwright.cost;

import org.jspecify.annotations.NullMarked;

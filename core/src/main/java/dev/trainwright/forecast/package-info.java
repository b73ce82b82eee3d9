/** Composes the costs into one forecast: terms, memory, throughput, hours, money, and the steps that lead there. */
@NullMarked
package dev.trainwright.forecast;

import org.jspecify.annotations.NullMarked;

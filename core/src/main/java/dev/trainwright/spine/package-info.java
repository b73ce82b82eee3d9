/**
 * The arithmetic that every forecast rests on: speedup S(k) = T_c / (T_c/k + T_s) and what refines its two terms, as
 * pure functions of plain numbers.
 */
@NullMarked
package dev.trainwright.spine;

import org.jspecify.annotations.NullMarked;

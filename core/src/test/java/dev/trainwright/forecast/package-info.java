@NullMarked
package dev.trainwright.forecast;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.trainwright.input;

import org.jspecify.annotations.NullMarked;

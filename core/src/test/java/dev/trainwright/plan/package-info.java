@NullMarked
package dev.trainwright.plan;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.trainwright.job;

import org.jspecify.annotations.NullMarked;

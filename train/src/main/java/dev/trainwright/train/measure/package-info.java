/** What this machine does in a second, measured. */
@NullMarked
package dev.trainwright.train.measure;

import org.jspecify.annotations.NullMarked;

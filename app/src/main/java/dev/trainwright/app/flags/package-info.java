/** Layouts as flags of other programs that train. */
@NullMarked
package dev.trainwright.app.flags;

import org.jspecify.annotations.NullMarked;

/** What the commands that forecast print. */
@NullMarked
package dev.trainwright.app.forecast;

import org.jspecify.annotations.NullMarked;

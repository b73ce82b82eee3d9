/** Pictures of answers: drawn once as values, then in the terminal or as SVG. */
@NullMarked
package dev.trainwright.app.picture;

import org.jspecify.annotations.NullMarked;

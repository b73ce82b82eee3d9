/**
 * Strict reading of YAML and JSON: a tree that knows its lines, and objects whose fields are declared once.
 *
 * <p>From one declaration ({@link dev.trainwright.input.Shape}) come the reading, the JSON Schema and the reference
 * table. Whatever is wrong with a file comes out as one {@link dev.trainwright.input.InputException} that lists every
 * problem with file, line, key, value and what is accepted.
 */
@NullMarked
package dev.trainwright.input;

import org.jspecify.annotations.NullMarked;

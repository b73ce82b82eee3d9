/** A forecast held against a real run of the same job. */
@NullMarked
package dev.trainwright.app.verify;

import org.jspecify.annotations.NullMarked;

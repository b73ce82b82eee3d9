/** Answers of the commands that are arithmetic, as reports: one file an answer. */
@NullMarked
package dev.trainwright.app.answer;

import org.jspecify.annotations.NullMarked;

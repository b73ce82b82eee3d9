/** From a row's inputs to a job that can be forecast: shapes, machines, layouts, and the declared assumptions that fill blanks. */
@NullMarked
package dev.trainwright.evidence.job;

import org.jspecify.annotations.NullMarked;

/** The command line: joins the modules, knows no formula. */
@NullMarked
package dev.trainwright.app;

import org.jspecify.annotations.NullMarked;

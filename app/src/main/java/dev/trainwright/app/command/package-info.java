/** One class per subcommand, and what all of them share. {@code Main} lists them; they do not know it. */
@NullMarked
package dev.trainwright.app.command;

import org.jspecify.annotations.NullMarked;

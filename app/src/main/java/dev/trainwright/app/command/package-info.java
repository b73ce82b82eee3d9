/** One class per subcommand; {@link dev.trainwright.app.Main} lists them. */
@NullMarked
package dev.trainwright.app.command;

import org.jspecify.annotations.NullMarked;

/** Questions in plain English, read as the options of a command: amounts, what each is by the words around it, and the command whose options they fill. */
@NullMarked
package dev.trainwright.app.question;

import org.jspecify.annotations.NullMarked;

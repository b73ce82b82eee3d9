package dev.trainwright.app.launcher;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Prints its directory and each argument on a line, and ends with {@link #CODE}. */
final class Echo {
    static final int CODE = 42;

    private Echo() {}

    public static void main(String[] args) {
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        out.println(Path.of("").toAbsolutePath());
        for (String argument : args) {
            out.println(argument);
        }
        System.exit(CODE);
    }
}

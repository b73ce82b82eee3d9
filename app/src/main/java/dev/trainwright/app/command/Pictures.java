package dev.trainwright.app.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes pictures where the user wants them. */
final class Pictures {
    private Pictures() {}

    /** Writes {@code text} to {@code file} if there is one. */
    static void write(@Nullable Path file, Supplier<String> text) {
        if (file == null) {
            return;
        }
        try {
            Files.writeString(file, text.get());
        } catch (IOException e) {
            throw Failure.environment(file + " cannot be written: " + e.getMessage());
        }
    }
}

package dev.trainwright.app.command;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes what the user wants as files, each whole or not at all. */
final class OutputFiles {
    private OutputFiles() {}

    /** Writes {@code text} to {@code file} if there is one; its folder must be there. */
    static void write(@Nullable Path file, Supplier<String> text) {
        if (file != null) {
            attempt(file, () -> replace(file, text.get()));
        }
    }

    /** Writes each text to its file, making folders on the way. */
    static void write(Map<Path, String> texts) {
        texts.forEach((file, text) -> attempt(file, () -> {
            Files.createDirectories(file.toAbsolutePath().getParent());
            replace(file, text);
        }));
    }

    @FunctionalInterface
    private interface Writing {
        void run() throws IOException;
    }

    private static void attempt(Path file, Writing writing) {
        try {
            writing.run();
        } catch (IOException e) {
            throw Failure.environment(file + " cannot be written: " + reason(file, e));
        }
    }

    private static String reason(Path file, IOException e) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            return "there is no folder " + folder;
        }
        String why = e instanceof FileSystemException failed ? failed.getReason() : e.getMessage();
        return e instanceof AccessDeniedException || why == null ? "no permission" : why;
    }

    /** A reader sees the old file or the new one, never a part. What is no plain file, such as a pipe, is written to as it is. */
    private static void replace(Path file, String text) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            Files.writeString(file, text);
            return;
        }
        Path beside = file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.writeString(beside, text);
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(beside);
        }
    }
}

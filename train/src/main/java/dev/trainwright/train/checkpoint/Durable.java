package dev.trainwright.train.checkpoint;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** File operations that survive a crash between any two of them. */
public final class Durable {
    private Durable() {}

    /** Writes a file's content. */
    @FunctionalInterface
    interface Content {
        void to(FileChannel channel) throws IOException;
    }

    /**
     * Writes a whole file and forces it to disk.
     *
     * @throws UncheckedIOException naming the file; nothing of it is left on a disk that is full
     */
    public static void write(Path file, byte[] bytes) {
        write(file, channel -> writeFully(channel, ByteBuffer.wrap(bytes)));
    }

    static void write(Path file, Content content) {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            content.to(channel);
            channel.force(true);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be written: " + message(e) + leftNothing(file), e);
        }
    }

    static void writeFully(FileChannel channel, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    /** Deletes a file that is cut short, so that it does not fill the disk; what cannot be deleted is told. */
    private static String leftNothing(Path file) {
        try {
            if (Files.isRegularFile(file)) {
                Files.delete(file);
            }
            return "";
        } catch (IOException e) {
            return " (and what is there of it cannot be deleted: " + message(e) + ")";
        }
    }

    /** What went wrong, in words: the exception of a missing file says nothing but its name. */
    static String message(IOException e) {
        return e instanceof NoSuchFileException ? e.getMessage() + " is missing" : String.valueOf(e.getMessage());
    }

    /** Renames, and forces both the directory's entries and its parent's. */
    public static void rename(Path from, Path to) throws IOException {
        force(from);
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        force(to.resolveSibling("."));
    }

    static String sha256(Path file) throws IOException {
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), sha256())) {
            DigestInputStream digest = (DigestInputStream) in;
            digest.transferTo(java.io.OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(digest.getMessageDigest().digest());
        }
    }

    /** Deletes a file or a folder with all in it, where it is there. */
    public static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            List<Path> all;
            try (Stream<Path> walk = Files.walk(directory)) {
                all = walk.sorted(Comparator.reverseOrder()).toList();
            }
            for (Path path : all) {
                Files.deleteIfExists(path);
            }
        }
    }

    private static void force(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}

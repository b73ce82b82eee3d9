package dev.trainwright.app;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Standard output that remembers why it could not be written: writers of text only tell that it could not. */
final class StandardOutput extends OutputStream {
    /** A reader such as {@code head} that has seen enough. */
    private static final String READER_ENDED = "Broken pipe";

    private final OutputStream out = new FileOutputStream(FileDescriptor.out);
    private @Nullable String lost;

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            out.write(bytes, from, length);
        } catch (IOException e) {
            String why = String.valueOf(e.getMessage());
            lost = why.equals(READER_ENDED) ? lost : why;
            throw e;
        }
    }

    /** Why output was lost; null where all was written, or its reader wanted no more. */
    @Nullable
    String lost() {
        return lost;
    }
}

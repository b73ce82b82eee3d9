package dev.trainwright.train.run;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * A file of TensorBoard's: records of length, checksum, data, checksum (TensorFlow's record_writer.h), each a protocol buffer Event with a Summary of scalars
 * (event.proto, summary.proto).
 */
final class EventFile implements AutoCloseable {
    private static final String VERSION = "brain.Event:2";
    private static final int MASK = 0xa282ead8;

    private static final int EVENT_WALL_TIME = 1;
    private static final int EVENT_STEP = 2;
    private static final int EVENT_FILE_VERSION = 3;
    private static final int EVENT_SUMMARY = 5;
    private static final int SUMMARY_VALUE = 1;
    private static final int VALUE_TAG = 1;
    private static final int VALUE_SIMPLE = 2;

    private final OutputStream out;

    /** Writes to {@code out}, the version first. */
    EventFile(OutputStream out, double wallSeconds) throws IOException {
        this.out = out;
        record(message(event -> {
            event.writeDouble(EVENT_WALL_TIME, wallSeconds);
            event.writeString(EVENT_FILE_VERSION, VERSION);
        }));
    }

    /** A new file in {@code folder}, under a name that TensorBoard looks for. */
    static EventFile in(Path folder) {
        long millis = System.currentTimeMillis();
        String name = "events.out.tfevents.%010d.%03d.trainwright.%d"
                .formatted(millis / 1000, millis % 1000, ProcessHandle.current().pid());
        try {
            Files.createDirectories(folder);
            return new EventFile(Files.newOutputStream(folder.resolve(name)), millis * 1e-3);
        } catch (IOException e) {
            throw new UncheckedIOException("events cannot be written to " + folder + ": " + e, e);
        }
    }

    /** Writes the scalars of one step. */
    void write(double wallSeconds, long step, Map<String, Double> scalars) {
        try {
            record(message(event -> {
                event.writeDouble(EVENT_WALL_TIME, wallSeconds);
                event.writeInt64(EVENT_STEP, step);
                event.writeByteArray(EVENT_SUMMARY, message(summary -> {
                    for (Map.Entry<String, Double> scalar : scalars.entrySet()) {
                        summary.writeByteArray(SUMMARY_VALUE, message(value -> {
                            value.writeString(VALUE_TAG, scalar.getKey());
                            value.writeFloat(VALUE_SIMPLE, scalar.getValue().floatValue());
                        }));
                    }
                }));
            }));
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("events cannot be written: " + e, e);
        }
    }

    private interface Fields {
        void writeTo(CodedOutputStream message) throws IOException;
    }

    private static byte[] message(Fields fields) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream message = CodedOutputStream.newInstance(bytes);
        fields.writeTo(message);
        message.flush();
        return bytes.toByteArray();
    }

    private void record(byte[] data) throws IOException {
        byte[] length = ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(data.length)
                .array();
        out.write(length);
        out.write(masked(length));
        out.write(data);
        out.write(masked(data));
    }

    /** CRC-32C, turned and shifted so that a checksum of checksums is none. */
    private static byte[] masked(byte[] data) {
        CRC32C crc = new CRC32C();
        crc.update(data);
        return ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(Integer.rotateRight((int) crc.getValue(), 15) + MASK)
                .array();
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

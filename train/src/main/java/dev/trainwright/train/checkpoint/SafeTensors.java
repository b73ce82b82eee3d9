package dev.trainwright.train.checkpoint;

import dev.trainwright.train.engine.Tensors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The safetensors format (huggingface.co/docs/safetensors, Format): eight bytes of header length, a JSON header, the tensors end to end. */
public final class SafeTensors {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int LENGTH_BYTES = 8;
    private static final long LARGEST_HEADER = 100_000_000;

    private static final Map<String, ScalarType> TYPES = Map.of(
            "F64",
            ScalarType.Double,
            "F32",
            ScalarType.Float,
            "BF16",
            ScalarType.BFloat16,
            "F16",
            ScalarType.Half,
            "I64",
            ScalarType.Long);

    private final Path file;
    private final long start;
    private final Map<String, Entry> entries;

    private SafeTensors(Path file, long start, Map<String, Entry> entries) {
        this.file = file;
        this.start = start;
        this.entries = entries;
    }

    private record Entry(String dtype, long[] shape, long[] data_offsets) {}

    /**
     * Writes {@code tensors} in order to {@code file} and forces it to disk.
     *
     * @throws java.io.UncheckedIOException naming the file, of which then nothing is left
     */
    public static void write(Path file, Map<String, Tensor> tensors) {
        Map<String, Object> header = new LinkedHashMap<>();
        header.put("__metadata__", Map.of("format", "pt"));
        List<Tensor> dense = new ArrayList<>();
        long[] offset = {0};
        tensors.forEach((name, tensor) -> {
            Tensor contiguous = tensor.detach().contiguous();
            dense.add(contiguous);
            long end = offset[0] + contiguous.nbytes();
            header.put(name, new Entry(dtype(contiguous), Tensors.shape(contiguous), new long[] {offset[0], end}));
            offset[0] = end;
        });
        byte[] json = JSON.writeValueAsBytes(header);
        int padded = (json.length + LENGTH_BYTES - 1) / LENGTH_BYTES * LENGTH_BYTES;
        ByteBuffer head = ByteBuffer.allocate(LENGTH_BYTES + padded).order(ByteOrder.LITTLE_ENDIAN);
        Arrays.fill(head.array(), (byte) ' ');
        head.putLong(padded).put(json).rewind();
        Durable.write(file, channel -> {
            Durable.writeFully(channel, head);
            for (Tensor tensor : dense) {
                if (tensor.nbytes() > 0) {
                    Durable.writeFully(channel, bytes(tensor));
                }
            }
        });
    }

    /**
     * Reads every tensor of {@code file}.
     *
     * @throws CheckpointException when it is no such file, or cut short
     */
    public static Map<String, Tensor> read(Path file) {
        SafeTensors opened = open(file);
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        opened.names().forEach(name -> tensors.put(name, opened.tensor(name)));
        return tensors;
    }

    /**
     * Reads the header of {@code file}, so that single tensors can be read.
     *
     * @throws CheckpointException when it is no such file, or cut short
     */
    public static SafeTensors open(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = channel.size();
            long length =
                    size < LENGTH_BYTES ? -1 : map(channel, 0, LENGTH_BYTES).getLong();
            if (length < 2 || length > LARGEST_HEADER || length > size - LENGTH_BYTES) {
                throw new CheckpointException(file + " is no safetensors file, or cut short: " + size + " bytes");
            }
            byte[] json = new byte[(int) length];
            map(channel, LENGTH_BYTES, length).get(json);
            JsonNode header = JSON.readTree(new String(json, StandardCharsets.UTF_8));
            Map<String, Entry> entries = new LinkedHashMap<>();
            for (Map.Entry<String, JsonNode> field : header.properties()) {
                if (!field.getKey().equals("__metadata__")) {
                    entries.put(field.getKey(), JSON.treeToValue(field.getValue(), Entry.class));
                }
            }
            return new SafeTensors(file, LENGTH_BYTES + length, entries);
        } catch (IOException | JacksonException e) {
            throw new CheckpointException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** The tensors' names, in the header's order. */
    public Set<String> names() {
        return Collections.unmodifiableSet(entries.keySet());
    }

    /**
     * Reads the tensor {@code name}, one of {@link #names}.
     *
     * @throws CheckpointException when the file is cut short or of another type
     */
    public Tensor tensor(String name) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return tensor(file, channel, start, name, Objects.requireNonNull(entries.get(name)));
        } catch (IOException | ArithmeticException e) {
            throw new CheckpointException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static Tensor tensor(Path file, FileChannel channel, long start, String name, Entry entry)
            throws IOException {
        ScalarType type = TYPES.get(entry.dtype());
        if (type == null) {
            throw new CheckpointException(
                    file + " holds " + name + " as " + entry.dtype() + "; accepted are " + TYPES.keySet());
        }
        Tensor tensor = torch.empty(entry.shape(), Tensors.of(type), new org.bytedeco.pytorch.MemoryFormatOptional());
        long bytes = entry.data_offsets()[1] - entry.data_offsets()[0];
        if (bytes != tensor.nbytes() || start + entry.data_offsets()[1] > channel.size()) {
            throw new CheckpointException(file + " is cut short or damaged at " + name);
        }
        if (bytes > 0) {
            bytes(tensor).put(map(channel, start + entry.data_offsets()[0], bytes));
        }
        return tensor;
    }

    private static ByteBuffer map(FileChannel channel, long from, long bytes) throws IOException {
        return channel.map(FileChannel.MapMode.READ_ONLY, from, bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static ByteBuffer bytes(Tensor tensor) {
        return new BytePointer(tensor.data_ptr()).capacity(tensor.nbytes()).asByteBuffer();
    }

    private static String dtype(Tensor tensor) {
        ScalarType type = tensor.scalar_type().intern();
        return TYPES.entrySet().stream()
                .filter(entry -> entry.getValue() == type)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow(() -> new CheckpointException("tensors of " + type + " are not written"));
    }
}

package dev.trainwright.workload.source;

import dev.trainwright.input.Format;
import dev.trainwright.input.InputException;
import dev.trainwright.input.Node;
import dev.trainwright.input.Place;
import dev.trainwright.input.Problem;
import dev.trainwright.input.Trees;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The header of a {@code .safetensors} file (huggingface.co/docs/safetensors, Format): eight bytes with the header's length, little endian, then JSON that gives
 * each tensor's type, shape and place in the rest of the file. Only the header is read. Tensors must fill the file without overlap or hole, as the format asks.
 */
final class SafetensorsHeader {
    private static final int LENGTH_BYTES = 8;

    private final String file;
    private final List<Problem> problems = new ArrayList<>();
    private final List<Tensor> tensors = new ArrayList<>();
    private final List<Extent> extents = new ArrayList<>();

    private record Extent(long begin, long end, Node node) {}

    private SafetensorsHeader(String file) {
        this.file = file;
    }

    /**
     * The tensors of a file, in the header's order.
     *
     * @throws InputException when it is none, or its header contradicts itself or the file
     */
    static List<Tensor> read(Path file) {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            long size = channel.size();
            long length = read(channel, (int) Math.min(LENGTH_BYTES, size)).getLong();
            if (length < 0 || length > Trees.LARGEST_BYTES || length > size - LENGTH_BYTES) {
                throw refusal(
                        file,
                        "no safetensors file: its header would have " + Long.toUnsignedString(length)
                                + " bytes; expected at most " + Math.min(Trees.LARGEST_BYTES, size - LENGTH_BYTES));
            }
            byte[] json = read(channel, (int) length).array();
            return new SafetensorsHeader(file.toString()).parse(json, size - LENGTH_BYTES - length);
        } catch (java.nio.BufferUnderflowException e) {
            throw refusal(file, "no safetensors file: shorter than its " + LENGTH_BYTES + " bytes of length");
        } catch (IOException e) {
            throw refusal(file, "cannot be read: " + e);
        }
    }

    /** The tensors that a header names, in front of {@code dataBytes} bytes of data. */
    static List<Tensor> parse(String file, byte[] json, long dataBytes) {
        return new SafetensorsHeader(file).parse(json, dataBytes);
    }

    private static ByteBuffer read(SeekableByteChannel channel, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining() && channel.read(buffer) >= 0) {}
        return buffer.flip();
    }

    private List<Tensor> parse(byte[] json, long dataBytes) {
        Node root = Trees.parse(file, json, Format.JSON);
        if (!(root instanceof Node.Mapping mapping)) {
            throw InputException.of(root.place(), root.shown(), "expected an object with one entry a tensor");
        }
        mapping.entries().forEach((name, entry) -> {
            if (!name.equals("__metadata__")) {
                tensor(name, entry.value());
            }
        });
        if (problems.isEmpty()) {
            fill(dataBytes);
        }
        if (!problems.isEmpty()) {
            throw new InputException(problems);
        }
        return List.copyOf(tensors);
    }

    private void tensor(String name, Node node) {
        Map<String, Node.Entry> entries = node instanceof Node.Mapping mapping ? mapping.entries() : Map.of();
        Optional<ElementType> type = Optional.ofNullable(entries.get("dtype")).flatMap(entry -> type(entry.value()));
        Optional<List<Long>> shape = Optional.ofNullable(entries.get("shape")).flatMap(entry -> wholes(entry.value()));
        Optional<List<Long>> offsets = Optional.ofNullable(entries.get("data_offsets"))
                .flatMap(entry -> wholes(entry.value()))
                .filter(pair -> pair.size() == 2);
        if (type.isEmpty() || shape.isEmpty() || offsets.isEmpty()) {
            refuse(
                    node,
                    "expected dtype, shape and two data_offsets, whole numbers from 0; dtype one of "
                            + List.of(ElementType.values()));
            return;
        }
        long begin = offsets.get().get(0);
        long end = offsets.get().get(1);
        try {
            long elements = shape.get().stream().reduce(1L, Math::multiplyExact);
            long bits = Math.multiplyExact(elements, type.get().bits());
            if (bits % 8 != 0 || begin > end || end - begin != bits / 8) {
                refuse(
                        node,
                        "data_offsets " + begin + " to " + end + " do not hold " + elements + " elements of "
                                + type.get());
            }
            tensors.add(new Tensor(name, type.get(), shape.get(), elements));
            extents.add(new Extent(begin, end, node));
        } catch (ArithmeticException e) {
            refuse(node, "a shape of more elements than 63 bits count: " + shape.get());
        }
    }

    private Optional<ElementType> type(Node node) {
        for (ElementType type : ElementType.values()) {
            if (node instanceof Node.Scalar scalar && scalar.text().equals(type.name())) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }

    private Optional<List<Long>> wholes(Node node) {
        List<Long> wholes = new ArrayList<>();
        for (Node item : node instanceof Node.Sequence sequence ? sequence.items() : List.of(node)) {
            boolean whole = item instanceof Node.Scalar scalar
                    && scalar.type() == Node.Type.NUMBER
                    && scalar.text().matches("\\d{1,18}");
            if (!whole) {
                return Optional.empty();
            }
            wholes.add(Long.valueOf(((Node.Scalar) item).text()));
        }
        return node instanceof Node.Sequence ? Optional.of(wholes) : Optional.empty();
    }

    private void fill(long dataBytes) {
        long position = 0;
        List<Extent> inOrder = new ArrayList<>(extents);
        inOrder.sort(Comparator.comparingLong(Extent::begin).thenComparingLong(Extent::end));
        for (Extent extent : inOrder) {
            if (extent.begin() != position) {
                refuse(
                        extent.node(),
                        (extent.begin() < position ? "overlaps" : "leaves a hole behind")
                                + " the tensor before it: begins at byte " + extent.begin() + ", expected " + position);
            }
            position = Math.max(position, extent.end());
        }
        if (position != dataBytes) {
            problems.add(new Problem(
                    new Place(file, 1, 1, ""),
                    "",
                    "the tensors fill " + position + " bytes; the file has " + dataBytes + " behind its header"));
        }
    }

    private void refuse(Node node, String message) {
        problems.add(new Problem(node.place(), "", message));
    }

    private static InputException refusal(Path file, String message) {
        return InputException.of(new Place(file.toString(), 0, 0, ""), "", message);
    }
}

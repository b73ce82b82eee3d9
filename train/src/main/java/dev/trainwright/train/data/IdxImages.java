package dev.trainwright.train.data;

import dev.trainwright.train.engine.Tensors;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Images and labels in the IDX format of MNIST and Fashion-MNIST, plain or gzipped: samples x 1 x height x width, values 0 to 1. */
public final class IdxImages implements ClassDataset {
    /** Names that the files of the two parts begin with. */
    public static final String TRAIN = "train";

    public static final String TEST = "t10k";

    private static final String IMAGES = "-images-idx3-ubyte";
    private static final String LABELS = "-labels-idx1-ubyte";
    private static final int IMAGES_MAGIC = 0x803;
    private static final int LABELS_MAGIC = 0x801;

    private final byte[] pixels;
    private final byte[] labels;
    private final int height;
    private final int width;

    private IdxImages(byte[] pixels, byte[] labels, int height, int width) {
        this.pixels = pixels;
        this.labels = labels;
        this.height = height;
        this.width = width;
    }

    /** Reads {@code part} of {@code folder}, {@link #TRAIN} or {@link #TEST}, under the names that MNIST's files have. */
    public static IdxImages in(Path folder, String part) {
        return read(file(folder, part + IMAGES), file(folder, part + LABELS));
    }

    /** Whether {@code folder} has {@code part}. */
    public static boolean has(Path folder, String part) {
        return Files.exists(file(folder, part + IMAGES));
    }

    private static Path file(Path folder, String name) {
        Path plain = folder.resolve(name);
        return Files.exists(plain) ? plain : folder.resolve(name + ".gz");
    }

    /**
     * Reads both files.
     *
     * @throws UncheckedIOException when one cannot be read, is cut short or is of another kind; the message names it
     */
    public static IdxImages read(Path images, Path labels) {
        try (DataInputStream i = open(images, IMAGES_MAGIC);
                DataInputStream l = open(labels, LABELS_MAGIC)) {
            int count = i.readInt();
            int height = i.readInt();
            int width = i.readInt();
            int labelled = l.readInt();
            if (count != labelled) {
                throw new IOException(images + " has " + count + " images, " + labels + " has " + labelled + " labels");
            }
            byte[] pixels = i.readNBytes(Math.multiplyExact(count, Math.multiplyExact(height, width)));
            byte[] classes = l.readNBytes(count);
            if (pixels.length != count * height * width || classes.length != count) {
                throw new IOException(images + " or " + labels + " is cut short");
            }
            return new IdxImages(pixels, classes, height, width);
        } catch (IOException e) {
            throw new UncheckedIOException("images cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public long[] shape() {
        return new long[] {1, height, width};
    }

    @Override
    public int classes() {
        int highest = 0;
        for (byte label : labels) {
            highest = Math.max(highest, label & 0xff);
        }
        return highest + 1;
    }

    @Override
    public long size() {
        return labels.length;
    }

    @Override
    public MicroBatch batch(long[] samples, ScalarType type) {
        int area = height * width;
        double[] inputs = new double[samples.length * area];
        long[] targets = new long[samples.length];
        for (int i = 0; i < samples.length; i++) {
            int sample = Math.toIntExact(samples[i]);
            for (int p = 0; p < area; p++) {
                inputs[i * area + p] = (pixels[sample * area + p] & 0xff) / 255.0;
            }
            targets[i] = labels[sample] & 0xff;
        }
        return new MicroBatch(
                Tensors.of(type, inputs, samples.length, 1, height, width),
                Tensors.of(targets, samples.length),
                samples.length);
    }

    private static DataInputStream open(Path file, int magic) throws IOException {
        InputStream raw = Files.newInputStream(file);
        DataInputStream stream = new DataInputStream(
                file.toString().endsWith(".gz")
                        ? new GZIPInputStream(raw, 1 << 16)
                        : new java.io.BufferedInputStream(raw));
        int found = stream.readInt();
        if (found != magic) {
            throw new IOException("%s begins with %08x instead of %08x: it is no IDX file of that kind"
                    .formatted(file, found, magic));
        }
        return stream;
    }
}

package dev.trainwright.train.run;

import dev.trainwright.train.data.ClassDataset;
import dev.trainwright.train.data.Dataset;
import dev.trainwright.train.data.IdxImages;
import dev.trainwright.train.data.MaskedTokens;
import dev.trainwright.train.data.Subset;
import dev.trainwright.train.data.SyntheticImages;
import dev.trainwright.train.data.SyntheticTokens;
import dev.trainwright.train.data.Table;
import dev.trainwright.train.data.TextTokens;
import dev.trainwright.train.data.Tokenizer;
import dev.trainwright.workload.ConvNet;
import dev.trainwright.workload.Model;
import dev.trainwright.workload.Transformer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a run is trained on.
 *
 * @param train every sample is seen once an epoch
 * @param held never trained on, null where nothing is held out
 */
record DataSource(Dataset train, @Nullable Dataset held) {
    private static final long SYNTHETIC_BATCHES = 64;

    /**
     * Opens what {@code options} name.
     *
     * @throws IllegalArgumentException where it does not suit {@code model}
     */
    static DataSource open(RunOptions options, Model model, int sequence, long globalBatch) {
        long synthetic = SYNTHETIC_BATCHES * globalBatch;
        Path path = Path.of(options.data());
        if (model instanceof Transformer transformer) {
            return heldOut(tokens(options, transformer, sequence, synthetic), options.holdOut());
        }
        if (!options.tokenizer().equals(Tokenizer.BYTES)) {
            throw new IllegalArgumentException("a tokenizer is for texts, and " + model.name() + " takes none");
        }
        ConvNet net = (ConvNet) model;
        if (options.data().equals(RunOptions.SYNTHETIC)) {
            return heldOut(new SyntheticImages(synthetic, classes(net), options.seed(), shape(net)), options.holdOut());
        }
        if (options.data().endsWith(".csv")) {
            return heldOut(table(path, options.target(), net), options.holdOut());
        }
        if (classes(net) == 1) {
            throw new IllegalArgumentException(net.name() + " tells one number, which a .csv file has");
        }
        if (!Files.isDirectory(path)) {
            throw new IllegalArgumentException("data " + path + ": expected " + RunOptions.SYNTHETIC
                    + ", a .csv file, or a folder with the IDX files " + IdxImages.TRAIN
                    + "-images-idx3-ubyte and -labels-idx1-ubyte, plain or .gz");
        }
        if (options.holdOut() > 0) {
            throw new IllegalArgumentException("a folder of IDX files has its own held-out images (" + IdxImages.TEST
                    + "): hold out nothing besides");
        }
        return new DataSource(
                suited(IdxImages.in(path, IdxImages.TRAIN), net, path),
                IdxImages.has(path, IdxImages.TEST) ? suited(IdxImages.in(path, IdxImages.TEST), net, path) : null);
    }

    /** Of an encoder some are hidden, behind the tokenizer's mask or the id that follows those of the text. */
    private static Dataset tokens(RunOptions options, Transformer model, int sequence, long samples) {
        int vocab = Math.toIntExact(model.head().vocab());
        boolean masked = model.main().role().equals("encoder");
        if (options.data().equals(RunOptions.SYNTHETIC)) {
            int ids = masked ? vocab - 1 : vocab;
            Dataset made = new SyntheticTokens(samples, sequence, ids, options.seed());
            return masked ? new MaskedTokens(made, ids, ids, options.seed()) : made;
        }
        Tokenizer tokenizer = Tokenizer.of(options.tokenizer());
        int ids = tokenizer.vocabulary();
        int mask = tokenizer.mask().orElse(ids);
        if (vocab < (masked ? Math.max(mask + 1, ids) : ids)) {
            throw new IllegalArgumentException("the tokenizer " + tokenizer + " needs a vocabulary of at least " + ids
                    + (masked && mask == ids ? " and one more, for the mask" : "") + ", and the model has " + vocab);
        }
        Dataset text = TextTokens.read(Path.of(options.data()), tokenizer, sequence);
        return masked ? new MaskedTokens(text, mask, ids, options.seed()) : text;
    }

    private static Dataset table(Path path, @Nullable String target, ConvNet net) {
        if (target == null) {
            throw new IllegalArgumentException(path + " is a table: say with --target which column is to be told");
        }
        if (!net.convolutions().isEmpty()) {
            throw new IllegalArgumentException(
                    path + " is a table, and " + net.name() + " takes images: a perceptron takes tables");
        }
        return Table.read(path, target, net.dense().get(0).inputs(), classes(net));
    }

    /** The last samples are held out, so that no text is split in more than one place. */
    private static DataSource heldOut(Dataset all, double share) {
        long held = Math.round(all.size() * share);
        if (held == 0) {
            if (share > 0) {
                throw new IllegalArgumentException(
                        "holding out " + share + " of " + all.size() + " samples leaves none to evaluate on");
            }
            return new DataSource(all, null);
        }
        long trained = all.size() - held;
        return new DataSource(new Subset(all, 0, trained), new Subset(all, trained, held));
    }

    private static ClassDataset suited(ClassDataset data, ConvNet net, Path path) {
        long[] expected = shape(net);
        boolean suits = net.convolutions().isEmpty()
                ? product(data.shape()) == product(expected)
                : Arrays.equals(data.shape(), expected);
        if (!suits || data.classes() > classes(net)) {
            throw new IllegalArgumentException("%s has samples of %s in %d classes, and %s takes %s in %d"
                    .formatted(
                            path,
                            Arrays.toString(data.shape()),
                            data.classes(),
                            net.name(),
                            Arrays.toString(expected),
                            classes(net)));
        }
        return data;
    }

    private static long[] shape(ConvNet net) {
        return net.convolutions().isEmpty()
                ? new long[] {net.dense().get(0).inputs()}
                : new long[] {net.convolutions().get(0).inputChannels(), net.inputSize(), net.inputSize()};
    }

    private static int classes(ConvNet net) {
        return Math.toIntExact(net.dense().get(net.dense().size() - 1).outputs());
    }

    private static long product(long[] shape) {
        return Arrays.stream(shape).reduce(1, (a, b) -> a * b);
    }
}

package dev.trainwright.train.pretrained;

import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.nn.Layer;
import dev.trainwright.train.nn.Network;
import dev.trainwright.train.nn.Weights;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/** A network that begins with the weights of a folder in Hugging Face's layout. Every layout reads the same whole tensors and keeps its slices. */
public final class Pretrained implements Network {
    /** Masks and tables that old checkpoints store and that follow from the config; BERT's pooler and its head for pairs of sentences, which no masked token needs. */
    private static final Pattern UNUSED = Pattern.compile(
            ".*(\\.attn\\.(masked_)?bias|rotary_emb\\.inv_freq|embeddings\\.position_ids)|(bert\\.)?pooler\\..*|cls\\.seq_relationship\\..*");

    /** What some savers store once more for a head that shares it. */
    private static final Map<String, String> COPIES = Map.of(
            Names.HEAD,
            Names.TABLE,
            "cls.predictions.decoder.weight",
            Names.TABLE,
            "cls.predictions.decoder.bias",
            "lm_head.bias");

    private final Network network;
    private final WeightFiles files;
    private final Names names;

    /**
     * {@code network} with the weights at {@code place}.
     *
     * @param family the model's, which decides the tensors' names
     * @throws IllegalArgumentException when they cannot be read
     */
    public Pretrained(Network network, String family, Path place) {
        this.network = network;
        files = WeightFiles.open(place);
        names = Names.of(family, files.names());
    }

    @Override
    public long parameters() {
        return network.parameters();
    }

    @Override
    public String unit() {
        return network.unit();
    }

    /**
     * All layers, loaded.
     *
     * @throws IllegalArgumentException naming the tensors that are missing, of another shape, or of no use
     */
    @Override
    public List<Layer> layers(Weights weights) {
        Set<String> wrong = new TreeSet<>();
        Set<String> used = new HashSet<>();
        List<Layer> layers = network.layers(weights.from((name, shape) -> given(name, shape, used, wrong)));
        Set<String> foreign = new TreeSet<>(files.names());
        foreign.removeAll(used);
        foreign.removeIf(name -> UNUSED.matcher(name).matches() || isCopy(name));
        foreign.forEach(name -> wrong.add(name + " has no place in this model"));
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException(files + ": " + String.join("; ", wrong));
        }
        return layers;
    }

    @Override
    public long[] boundary(Tensor inputs) {
        return network.boundary(inputs);
    }

    private boolean isCopy(String name) {
        @Nullable String own = COPIES.get(name);
        if (own == null) {
            return false;
        }
        String first = names.place(own).tensor();
        return files.has(first) && files.tensor(name).equal(files.tensor(first));
    }

    private Optional<Tensor> given(String name, long[] shape, Set<String> used, Set<String> wrong) {
        if (!Weights.stored(name)) {
            return Optional.empty();
        }
        Names.Place place = names.place(name);
        if (!files.has(place.tensor())) {
            wrong.add(place.tensor() + " is missing");
            return Optional.empty();
        }
        used.add(place.tensor());
        Tensor stored = files.tensor(place.tensor());
        Tensor whole = place.transposed() && stored.dim() == 2 ? stored.t() : stored;
        long rows = whole.size(0) / place.parts();
        Tensor part = place.parts() == 1 ? whole : whole.narrow(0, place.part() * rows, rows);
        if (!Arrays.equals(Tensors.shape(part), shape)) {
            wrong.add("%s of shape %s does not give a %s"
                    .formatted(place.tensor(), Arrays.toString(Tensors.shape(stored)), Arrays.toString(shape)));
            return Optional.empty();
        }
        return Optional.of(part);
    }
}

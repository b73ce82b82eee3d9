package dev.trainwright.workload;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transformer (or a hybrid with linear-attention layers) as one or more stacks of layers.
 *
 * <p>A decoder-only or encoder-only model has one stack; T5 and Whisper have two; a multimodal model has its vision tower, projector and text decoder.
 *
 * @param name for reports
 * @param family the architecture's name as Hugging Face's {@code model_type} gives it
 * @param stacks in the order data flows; the last one ends in the head
 * @param head what turns the last hidden state into the loss
 * @param others parameters that belong to no stack (poolers, projectors), each named
 * @param apart parameters that checkpoints of this model carry besides it and that no count includes (multi-token prediction layers), each named
 * @param notes what was assumed while reading the shape, in sentences, for reports
 * @param files where it was read from, null for a preset and for given dimensions
 */
public record Transformer(
        String name,
        String family,
        List<Stack> stacks,
        Head head,
        List<ParameterGroup> others,
        List<ParameterGroup> apart,
        List<String> notes,
        @Nullable ModelFiles files)
        implements Model {

    public Transformer {
        stacks = List.copyOf(stacks);
        others = List.copyOf(others);
        apart = List.copyOf(apart);
        notes = List.copyOf(notes);
        if (stacks.isEmpty()) {
            throw new IllegalArgumentException("a transformer has at least one stack of layers");
        }
    }

    /** A model that was read from no file. */
    public Transformer(
            String name,
            String family,
            List<Stack> stacks,
            Head head,
            List<ParameterGroup> others,
            List<ParameterGroup> apart,
            List<String> notes) {
        this(name, family, stacks, head, others, apart, notes, null);
    }

    /** The same model under another name and family. */
    public Transformer named(String newName, String newFamily) {
        return new Transformer(newName, newFamily, stacks, head, others, apart, notes, files);
    }

    /** The same model, read from {@code source}. */
    public Transformer from(ModelFiles source) {
        return new Transformer(name, family, stacks, head, others, apart, notes, source);
    }

    /** The same model with one more note. */
    public Transformer noting(String note) {
        List<String> more = new ArrayList<>(notes);
        more.add(note);
        return new Transformer(name, family, stacks, head, others, apart, more, files);
    }

    /** The stack that ends in the head, which for a language model carries nearly all of the work. */
    public Stack main() {
        return stacks.get(stacks.size() - 1);
    }

    /** Tokens that every sample has, such as the patches of an image; 0 where the job's sequence says. */
    public long ownTokens() {
        return main().ownTokens();
    }

    /** Whether any stack sees tokens, so that work can be told for each of them. */
    public boolean ofTokens() {
        return stacks.stream().anyMatch(Stack::ofTokens);
    }

    @Override
    public long parameters() {
        return ParameterCount.of(this).total();
    }
}

package dev.trainwright.train.nn;

import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Transformer;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * BERT under its masked-language-model head (Devlin et al., arXiv 1810.04805), what transformers calls {@code BertForMaskedLM}: as many parameters as the forecast's bare
 * encoder, but a dense layer in place of the pooler, of equal size, with a norm, and a bias for each token.
 *
 * @param body its layers, and the token table that the head shares
 * @param types rows of the token type table, of which the first is used: a sample is one segment
 */
public record EncoderSpec(TransformerSpec body, long types) implements Network {
    /**
     * Reads {@code model}.
     *
     * @throws UnsupportedOperationException naming what the runtime does not have
     */
    static EncoderSpec of(Transformer model) {
        TransformerSpec body = TransformerSpec.read(model);
        EncoderSpec spec =
                new EncoderSpec(body, TransformerSpec.table(model.main(), "token type table") / body.hidden());
        long pooler = model.others().stream().mapToLong(ParameterGroup::count).sum();
        TransformerSpec.refuse(
                model,
                spec.encoder() + pooler != model.parameters() || pooler != body.hidden() * (body.hidden() + 1),
                "parameters besides tables, an embedding norm, layers and a pooler");
        return spec;
    }

    /** Parameters without head and pooler. The norm behind the embedding has as many as one behind the last layer. */
    private long encoder() {
        return body.parameters() + types * body.hidden();
    }

    @Override
    public long parameters() {
        long h = body.hidden();
        return encoder() + h * (h + 1) + 2 * h + body.vocab();
    }

    @Override
    public String unit() {
        return body.unit();
    }

    @Override
    public List<Layer> layers(Weights weights) {
        List<Layer> all = new ArrayList<>();
        EncoderEmbedding embedding = new EncoderEmbedding(weights, this, TransformerSpec.DEVIATION);
        all.add(embedding);
        for (int i = 0; i < body.layers(); i++) {
            all.add(new EncoderLayer(weights, body, i, TransformerSpec.DEVIATION));
        }
        all.add(new MaskedHead(weights, body, embedding.table(), TransformerSpec.DEVIATION));
        return List.copyOf(all);
    }

    @Override
    public long[] boundary(Tensor inputs) {
        return body.boundary(inputs);
    }
}

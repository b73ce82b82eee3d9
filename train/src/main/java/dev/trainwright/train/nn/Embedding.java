package dev.trainwright.train.nn;

import dev.trainwright.train.engine.Tensors;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/** Token table, split by rows of the vocabulary, and perhaps a position table: batch x sequence ids in, batch x sequence x hidden out. */
final class Embedding implements Layer {
    private final Parameter table;
    private final @Nullable Parameter positions;
    private final Split split;

    Embedding(Weights weights, TransformerSpec spec, double deviation) {
        split = weights.split();
        table = weights.normal("model.embed_tokens.weight", deviation, 0, spec.vocab(), spec.hidden());
        positions = spec.positions() == 0
                ? null
                : weights.normal("model.embed_positions.weight", deviation, -1, spec.positions(), spec.hidden());
    }

    Parameter table() {
        return table;
    }

    @Override
    public List<Parameter> parameters() {
        List<Parameter> parameters = new ArrayList<>(List.of(table));
        if (positions != null) {
            parameters.add(positions);
        }
        return parameters;
    }

    @Override
    public Tensor forward(Tensor ids, Pass pass) {
        Tensor x = split.size() == 1 ? torch.embedding(table.value(), ids) : split.exit(ownRows(ids), pass.tape());
        if (positions == null) {
            return x;
        }
        long length = x.size(1);
        long first = split.sequenceParts() == 1 ? 0 : split.rank() * length;
        Tensor index = torch.arange(Tensors.scalar(first), Tensors.scalar(first + length), Tensors.of(ScalarType.Long));
        return x.add(torch.embedding(positions.value(), index));
    }

    private Tensor ownRows(Tensor ids) {
        long rows = table.value().size(0);
        Tensor local = ids.sub(Tensors.scalar((double) rows * split.rank()));
        Tensor foreign = local.lt(Tensors.scalar(0)).logical_or(local.ge(Tensors.scalar(rows)));
        Tensor x = torch.embedding(
                table.value(), local.masked_fill(foreign, Tensors.scalar(0)).to(ScalarType.Long));
        return x.masked_fill(foreign.unsqueeze(-1), Tensors.scalar(0));
    }
}

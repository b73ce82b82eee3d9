package dev.trainwright.train.nn;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * A low-rank change B A x of a frozen product (Hu et al., arXiv 2106.09685): A begins random, B zero. It is not scaled, which is the paper's alpha at its rank. The names are PEFT's.
 */
final class Adapter {
    private static final String INFIX = ".lora_";

    private final Parameter a;
    private final Parameter b;

    Adapter(Weights weights, String matrix, long in, long out, int rank) {
        a = weights.normal(matrix + INFIX + "A.weight", 1.0 / rank, -1, rank, in);
        b = weights.constant(matrix + INFIX + "B.weight", 0, -1, out, rank);
    }

    /** Whether the parameter {@code name} is an adapter's. */
    static boolean owns(String name) {
        return name.contains(INFIX);
    }

    List<Parameter> parameters() {
        return List.of(a, b);
    }

    Tensor apply(Tensor x) {
        return torch.linear(torch.linear(x, a.value()), b.value());
    }
}

package dev.trainwright.train.nn;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** What stands between the two products of a feed-forward part. */
enum Activation {
    SILU,
    /** With the exact normal distribution (Hendrycks and Gimpel, arXiv 1606.08415). */
    GELU,
    /** The same, approximated by a hyperbolic tangent. */
    GELU_TANH,
    RELU;

    private static final Map<String, Activation> NAMES = Map.of(
            "silu", SILU,
            "swish", SILU,
            "gelu", GELU,
            "gelu_new", GELU_TANH,
            "gelu_fast", GELU_TANH,
            "gelu_pytorch_tanh", GELU_TANH,
            "relu", RELU);

    /** By its name in a {@code config.json}. */
    static Optional<Activation> named(String name) {
        return Optional.ofNullable(NAMES.get(name));
    }

    /** Its name in a {@code config.json}. */
    String configName() {
        return this == GELU_TANH ? "gelu_new" : name().toLowerCase(Locale.ROOT);
    }

    Tensor apply(Tensor x) {
        return switch (this) {
            case SILU -> torch.silu(x);
            case GELU -> torch.gelu(x);
            case GELU_TANH -> torch.gelu(x, "tanh");
            case RELU -> torch.relu(x);
        };
    }
}

package dev.trainwright.app.answer;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.Recipe;
import dev.trainwright.spine.States;
import org.jspecify.annotations.Nullable;

/**
 * What is trained, and what a parameter of it carries.
 *
 * @param parameters of the model
 * @param adapter what alone is trained, or null if the model itself is
 * @param recipe of each trained parameter
 */
public record Trained(long parameters, @Nullable Adapter adapter, Recipe recipe) {
    /**
     * Low-rank adapters on frozen weights.
     *
     * @param parameters of all adapters together
     * @param base format of the frozen weights
     * @param baseBytes bytes of one of them
     */
    public record Adapter(long parameters, String base, double baseBytes) {}

    /** The same under another recipe. */
    public Trained under(Recipe other) {
        return new Trained(parameters, adapter, other);
    }

    States states() {
        return adapter == null
                ? States.of(parameters, recipe)
                : States.of(adapter.parameters(), recipe).withFrozen(parameters, adapter.baseBytes());
    }

    /** Bytes of a weight as ZeRO-3 gathers it; a frozen one stays packed in its format. */
    double gatheredBytes() {
        return adapter == null ? recipe.weightBytes() : adapter.baseBytes();
    }

    /** Bytes that a gathered layer's gradients take until they are reduced: in the format of the weights, none if they are frozen. */
    double gradientBytes() {
        return adapter == null ? recipe.weightBytes() : 0;
    }

    /** Whether the parts of a parameter are known, not their sum alone. */
    boolean partsKnown() {
        return recipe.optimizerBytes() > 0;
    }

    String formula() {
        String trained = "%,d x %s B";
        return adapter == null
                ? trained.formatted(parameters, factor(recipe.bytesPerParameter()))
                : (trained + " + " + trained)
                        .formatted(
                                parameters,
                                factor(adapter.baseBytes()),
                                adapter.parameters(),
                                factor(recipe.bytesPerParameter()));
    }

    String composition() {
        return adapter == null
                ? recipe.composition()
                : "frozen weights in " + adapter.base() + ", which have no gradients and no optimizer state; adapters: "
                        + recipe.composition();
    }

    static String factor(double value) {
        return Prints.full(Dimension.FACTOR, value);
    }
}

package dev.trainwright.workload.hf.reading;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Which layers of a decoder attend only within a sliding window. */
public final class Windows {

    private Windows() {}

    /** The same for every layer; absent or null means none. */
    public static IntFunction<@Nullable Long> everywhere(Fields fields, String key) {
        Long window = fields.has(key) ? (long) fields.size(Size.ROWS, key) : null;
        return layer -> window;
    }

    /** As {@code layer_types} lists; where it is absent, all layers but each {@code period}th (0: but none, that is nowhere) have the window. */
    public static IntFunction<@Nullable Long> byLayer(Fields fields, int layers, int absentWindow, int period) {
        return byLayer(fields, layers, absentWindow, layer -> period == 0 || (layer + 1) % period == 0);
    }

    /** As {@code layer_types} lists; where it is absent, all layers have the window but the first and each {@code period}th behind it. */
    public static IntFunction<@Nullable Long> afterTheFirst(Fields fields, int layers, int absentWindow, int period) {
        return byLayer(fields, layers, absentWindow, layer -> layer % period == 0);
    }

    private static IntFunction<@Nullable Long> byLayer(
            Fields fields, int layers, int absentWindow, IntPredicate global) {
        int width = fields.sizeOr(absentWindow, Size.ROWS, "sliding_window");
        if (fields.isNull("sliding_window")) {
            return layer -> null;
        }
        List<String> types = layerTypes(fields, layers);
        if (types == null) {
            return layer -> global.test(layer) ? null : Long.valueOf(width);
        }
        return layer -> switch (types.get(layer)) {
            case "sliding_attention", "chunked_attention" -> Long.valueOf(width);
            default -> null;
        };
    }

    /** {@code layer_types}, one for each layer, or null when absent. */
    public static @Nullable List<String> layerTypes(Fields fields, int layers) {
        List<String> types = fields.texts("layer_types");
        if (types == null) {
            return null;
        }
        fields.require(
                types.size() == layers,
                "layer_types",
                "expected one type for each of the " + layers + " layers, found " + types.size());
        return types.size() == layers ? types : null;
    }
}

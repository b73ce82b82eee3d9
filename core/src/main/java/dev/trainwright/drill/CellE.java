package dev.trainwright.drill;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.spine.ModelStates;
import dev.trainwright.spine.Recipe;
import dev.trainwright.spine.Step;
import java.util.List;
import java.util.stream.Stream;

/** The model does not fit into one device. */
final class CellE {
    private static final long PARAMETERS = 20_000_000_000L;
    private static final double BYTES_PER_PARAMETER = 4;
    private static final double MEMORY_BYTES = 16e9;

    /** GPT-NeoX-20B (Black et al. 2022, arXiv 2204.06745): a model of this size whose shape is published. */
    private static final long LAYERS = 44;

    private static final long HIDDEN = 6144;
    private static final long VOCABULARY = 50_432;
    private static final long SEQUENCE = 2048;

    private CellE() {}

    static Cell cell() {
        double weights = ModelStates.bytes(PARAMETERS, BYTES_PER_PARAMETER);
        long devices = ModelStates.devicesFor(PARAMETERS, BYTES_PER_PARAMETER, MEMORY_BYTES);
        String strategy = weights > MEMORY_BYTES ? "model parallelism" : "data parallelism";
        return new Cell(
                "E",
                "Memory-bound, the model does not fit",
                "Pick model parallelism, not data parallelism",
                List.of(
                        Figure.count("parameters", "parameters", PARAMETERS),
                        Figure.bytes("bytesPerParameter", "bytes per parameter (fp32)", BYTES_PER_PARAMETER),
                        Figure.bytes("memoryBytes", "memory of a device", MEMORY_BYTES)),
                "Activations ignored: how many devices must the model span, and with which strategy?",
                "Will data parallelism help at all?",
                List.of(
                        Show.bytes(
                                "Memory for weights",
                                "20e9 x 4 B",
                                weights,
                                "parameters times bytes per parameter: the raw footprint"),
                        Show.factor(
                                "Against one device",
                                Show.bytes(weights) + " / " + Show.bytes(MEMORY_BYTES),
                                weights / MEMORY_BYTES,
                                "above 1 it does not fit, and data parallelism needs a whole copy on every device"),
                        Show.count(
                                "Fewest devices",
                                "ceil(" + Show.bytes(weights) + " / " + Show.bytes(MEMORY_BYTES) + ")",
                                devices,
                                "split over devices, their memory together must hold the weights")),
                List.of(
                        Check.below(
                                "One device fewer is too small: 4 x 16 GB",
                                (devices - 1) * MEMORY_BYTES,
                                weights,
                                Dimension.BYTES),
                        Check.atLeast(
                                "so many are enough: 5 x 16 GB", devices * MEMORY_BYTES, weights, Dimension.BYTES)),
                List.of(
                        Figure.bytes("weightBytes", "weights", weights),
                        Figure.count("devices", "devices at least", devices)),
                "Use " + strategy + " across at least " + devices + " devices: for the weights alone.",
                List.of(training(), zero3(), floor(weights, devices), activations()));
    }

    private static Beyond training() {
        return new Beyond(
                "The 80 GB are fp32 weights, 4 B a parameter, and nothing else. Training also holds gradients and optimizer"
                        + " state (Adam's moments, master weights), and recipes differ. All of them leave out activations,"
                        + " logits and buffers.",
                Stream.of("mixed-adam-16", "mixed-adam-18", "mixed-adam-20")
                        .map(Recipe::named)
                        .flatMap(CellE::recipe)
                        .toList());
    }

    private static Stream<Step> recipe(Recipe recipe) {
        String name = Show.factor(recipe.bytesPerParameter()) + " B a parameter";
        double bytes = ModelStates.bytes(PARAMETERS, recipe.bytesPerParameter());
        return Stream.of(
                Show.bytes(name, "20e9 x " + name.substring(0, 4), bytes, recipe.composition()),
                Show.count(
                        "Devices at least",
                        "ceil(" + Show.bytes(bytes) + " / 16 GB)",
                        ModelStates.devicesFor(PARAMETERS, recipe.bytesPerParameter(), MEMORY_BYTES),
                        recipe.source()));
    }

    private static Beyond zero3() {
        Recipe recipe = Recipe.named("mixed-adam-16");
        double room = MEMORY_BYTES / PARAMETERS;
        return Beyond.of(
                "Sharded data parallelism is a third answer: ZeRO-3 (FSDP) shards every state over the devices and gathers"
                        + " a layer at a time, so each device keeps its own batch without holding a whole copy. ZeRO-1 and"
                        + " ZeRO-2 do not help here, as they replicate the weights.",
                Show.bytes(
                        "Room of a device per parameter",
                        "16 GB / 20e9",
                        room,
                        "16-bit weights alone take 2 B: replicated, they do not fit"),
                Show.count(
                        "Devices under ZeRO-3",
                        "ceil(20e9 x 16 B / 16 GB)",
                        ModelStates.devicesFor(PARAMETERS, recipe.bytesPerParameter(), MEMORY_BYTES),
                        "all of " + recipe.name() + " is divided by the devices"));
    }

    private static Beyond floor(double weights, long devices) {
        return Beyond.of(
                "And it is a floor: nothing is left for activations.",
                Show.bytes(
                        "Left on each of " + devices,
                        "16 GB - " + Show.bytes(weights) + " / " + devices,
                        MEMORY_BYTES - weights / devices,
                        "an exact fit leaves no room for a single activation"),
                Show.bytes(
                        "Left on each of 8",
                        "16 GB - " + Show.bytes(weights) + " / 8",
                        MEMORY_BYTES - weights / 8,
                        "a whole node of 8 is what one would plan with"));
    }

    private static Beyond activations() {
        double saved = LAYERS * 34.0 * SEQUENCE * HIDDEN;
        double inputs = LAYERS * 2.0 * SEQUENCE * HIDDEN;
        double logits = 4.0 * SEQUENCE * VOCABULARY;
        double gathered = 2 * 12.0 * HIDDEN * HIDDEN;
        return Beyond.of(
                "What that room must hold, for one sample of GPT-NeoX-20B (44 layers, hidden 6,144, 2,048 tokens,"
                        + " vocabulary 50,432), before the device's context and the allocator's slack:",
                Show.bytes(
                        "Activations",
                        "44 x 34 x 2048 x 6144 B",
                        saved,
                        "Korthikanti et al. 2022, arXiv 2205.05198, with fused attention; split like the layers"),
                Show.bytes(
                        "Activations, all recomputed",
                        "44 x 2 x 2048 x 6144 B",
                        inputs,
                        "each layer keeps its input alone and runs forward a second time"),
                Show.bytes("Logits", "2048 x 50432 x 4 B", logits, "in fp32 for the loss; their gradient once more"),
                Show.bytes(
                        "Buffer of one gathered layer",
                        "12 x 6144^2 x 2 B",
                        gathered,
                        "under ZeRO-3, and the next one while it is fetched"));
    }
}

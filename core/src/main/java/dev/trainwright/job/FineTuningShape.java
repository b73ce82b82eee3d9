package dev.trainwright.job;

import dev.trainwright.input.Field;
import dev.trainwright.input.Kind;
import dev.trainwright.input.Kinds;
import dev.trainwright.input.Shape;
import dev.trainwright.input.Values;
import dev.trainwright.workload.FineTuning;
import dev.trainwright.workload.NumberFormat;
import dev.trainwright.workload.Precision;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What is trained, in a job file; the format of frozen weights may follow from the precision. */
final class FineTuningShape {

    private enum Method {
        LORA,
        QLORA
    }

    private static final Field<Method> METHOD = Field.required(
            "method",
            Kinds.choice(Method.class),
            "LoRA keeps the frozen weights in the format of the precision, QLoRA in nf4.",
            "qlora");
    private static final Field<Integer> RANK =
            Field.required("rank", Kinds.integer("ranks", 1), "The adapters' inner width r.", "16");
    private static final Field<List<String>> TARGETS = Field.defaulted(
            "targets",
            Kinds.list(Kinds.choice(matrices()), 1),
            "[q, v]",
            "what the LoRA paper adapts (Hu et al., arXiv 2106.09685, section 4.2)",
            "The matrices of each layer that carry an adapter.",
            "[q, k, v, o]");
    private static final Field<NumberFormat> BASE = Field.optional(
            "base",
            Kinds.choice(NumberFormat.class),
            "as the method says",
            "How the frozen weights are stored.",
            "int8");
    private static final Shape<Function<Precision, FineTuning>> ADAPTERS = new Shape<>(
            "fineTuning",
            "Low-rank adapters on frozen weights.",
            List.of(METHOD, RANK, TARGETS, BASE),
            List.of(),
            v -> precision -> adapters(v, precision));

    static final Kind<Function<Precision, FineTuning>> KIND =
            Kinds.scalarOr(Kinds.choice(Map.of("full", precision -> new FineTuning.Full())), ADAPTERS);

    private FineTuningShape() {}

    private static FineTuning adapters(Values v, Precision precision) {
        NumberFormat byMethod = v.get(METHOD) == Method.QLORA ? NumberFormat.NF4 : precision.parameters();
        return new FineTuning.LowRank(v.get(RANK), v.get(TARGETS), v.find(BASE).orElse(byMethod));
    }

    private static Map<String, String> matrices() {
        Map<String, String> names = new LinkedHashMap<>();
        List.of("q", "k", "v", "o", "gate", "up", "down").forEach(name -> names.put(name, name));
        return names;
    }
}

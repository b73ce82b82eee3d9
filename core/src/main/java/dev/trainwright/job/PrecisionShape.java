package dev.trainwright.job;

import dev.trainwright.input.Field;
import dev.trainwright.input.Kind;
import dev.trainwright.input.Kinds;
import dev.trainwright.input.Shape;
import dev.trainwright.input.Values;
import dev.trainwright.workload.NumberFormat;
import dev.trainwright.workload.Precision;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Precision in a job file: a recipe by name, or a recipe with some roles changed. */
final class PrecisionShape {

    private static final Kind<Precision> RECIPES = Kinds.choice(byName(
            Precision.FP32,
            Precision.TF32,
            Precision.BF16,
            Precision.FP16,
            Precision.FP8,
            Precision.FP4,
            Precision.AMP_BF16,
            Precision.AMP_FP16,
            Precision.PURE_BF16));
    private static final Kind<NumberFormat> FORMATS = Kinds.choice(NumberFormat.class);
    private static final Field<Precision> RECIPE =
            Field.required("recipe", RECIPES, "The recipe that the other keys change.", "bf16");
    private static final Field<NumberFormat> MATMUL = role("matmul", "Operands of matrix products.");
    private static final Field<NumberFormat> ATTENTION = role("attention", "Operands of the attention core.");
    private static final Field<NumberFormat> PARAMETERS =
            role("parameters", "The weights that forward and backward use.");
    private static final Field<NumberFormat> GRADIENTS = role("gradients", "Accumulated gradients.");
    private static final Field<Optional<NumberFormat>> MASTER = Field.optional(
            "master",
            Kinds.choice(orNone()),
            "as the recipe says",
            "The optimizer's own copy of the weights; none where it updates the weights themselves.",
            "fp32");
    private static final Field<NumberFormat> ACTIVATIONS = role("activations", "Saved activations.");
    private static final Field<NumberFormat> GRADIENT_REDUCE =
            role("gradientReduce", "Elements of the gradients' all-reduce or reduce-scatter.");
    private static final Field<NumberFormat> PARAMETER_GATHER =
            role("parameterGather", "Elements of the weights' all-gather (ZeRO).");

    private static final Shape<Precision> BY_ROLE = new Shape<>(
            "precision",
            "A recipe with the number formats of some roles changed.",
            List.of(
                    RECIPE,
                    MATMUL,
                    ATTENTION,
                    PARAMETERS,
                    GRADIENTS,
                    MASTER,
                    ACTIVATIONS,
                    GRADIENT_REDUCE,
                    PARAMETER_GATHER),
            List.of(),
            PrecisionShape::changed);

    static final Kind<Precision> KIND = Kinds.scalarOr(RECIPES, BY_ROLE);

    private PrecisionShape() {}

    private static Precision changed(Values v) {
        Precision r = v.get(RECIPE);
        return new Precision(
                "custom",
                v.find(MATMUL).orElse(r.matmul()),
                v.find(ATTENTION).orElse(r.attention()),
                v.find(PARAMETERS).orElse(r.parameters()),
                v.find(GRADIENTS).orElse(r.gradients()),
                v.find(MASTER).orElse(Optional.ofNullable(r.master())).orElse(null),
                v.find(ACTIVATIONS).orElse(r.activations()),
                v.find(GRADIENT_REDUCE).orElse(r.gradientReduce()),
                v.find(PARAMETER_GATHER).orElse(r.parameterGather()));
    }

    private static Field<NumberFormat> role(String name, String doc) {
        return Field.optional(name, FORMATS, "as the recipe says", doc, "bf16");
    }

    private static Map<String, Precision> byName(Precision... recipes) {
        Map<String, Precision> names = new LinkedHashMap<>();
        Arrays.stream(recipes).forEach(recipe -> names.put(recipe.name(), recipe));
        return names;
    }

    private static Map<String, Optional<NumberFormat>> orNone() {
        Map<String, Optional<NumberFormat>> names = new LinkedHashMap<>();
        names.put("none", Optional.empty());
        Stream.of(NumberFormat.values())
                .forEach(format -> names.put(format.name().toLowerCase(Locale.ROOT), Optional.of(format)));
        return names;
    }
}

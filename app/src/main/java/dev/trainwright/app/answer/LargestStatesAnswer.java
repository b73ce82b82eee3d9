package dev.trainwright.app.answer;

import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Sentence;
import dev.trainwright.app.report.Steps;
import dev.trainwright.app.report.Table;
import dev.trainwright.app.report.Text;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.ModelStates;
import dev.trainwright.spine.Recipe;
import dev.trainwright.spine.Step;
import java.util.List;

/** The most parameters whose states some devices hold, by arithmetic alone. */
public final class LargestStatesAnswer {
    private record Largest(Recipe recipe, long onOne, long together) {}

    private static final List<Metric<Largest>> METRICS = List.of(
            Metric.text("recipe", "recipe", row -> row.recipe().name()),
            Metric.of(
                    "bytesPerParameter",
                    "bytes per parameter",
                    Dimension.FACTOR,
                    row -> row.recipe().bytesPerParameter()),
            Metric.of("mostOnOne", "a copy on each", Dimension.COUNT, Largest::onOne),
            Metric.of("mostTogether", "sharded or split", Dimension.COUNT, Largest::together),
            Metric.text("composition", "which are", row -> row.recipe().composition()));

    private LargestStatesAnswer() {}

    /** The answer under each of some recipes. */
    public static Report of(List<Recipe> recipes, double memoryBytes, long devices) {
        List<Largest> rows = recipes.stream()
                .map(recipe -> new Largest(
                        recipe,
                        ModelStates.mostParameters(recipe.bytesPerParameter(), memoryBytes, 1),
                        ModelStates.mostParameters(recipe.bytesPerParameter(), memoryBytes, devices)))
                .toList();
        return Report.of(
                new Sentence("answer", sentence(rows, memoryBytes, devices)),
                new Table<>("largest", "The most parameters", rows, METRICS),
                new Steps("steps", "Steps", rows.size() == 1 ? steps(rows.get(0), memoryBytes, devices) : List.of()),
                new Text("omissions", "Left out", StatesAnswer.LEFT_OUT));
    }

    private static String sentence(List<Largest> rows, double memoryBytes, long devices) {
        if (rows.size() > 1) {
            return "How many parameters fit depends on what each carries; --recipe names one, --bytes-per-parameter any"
                    + " other.";
        }
        Largest row = rows.get(0);
        String memory = Prints.full(Dimension.BYTES, memoryBytes);
        String one = "One device of %s holds the states of at most %,d parameters.".formatted(memory, row.onOne());
        return devices == 1
                ? one
                : one + " %,d of them, sharded (ZeRO-3, FSDP) or split, hold %,d.".formatted(devices, row.together());
    }

    private static List<Step> steps(Largest row, double memoryBytes, long devices) {
        String memory = Prints.full(Dimension.BYTES, memoryBytes);
        return List.of(new Step(
                "Parameters",
                "floor(%s%s / %s B)"
                        .formatted(
                                devices == 1 ? "" : "%,d x ".formatted(devices),
                                memory,
                                Prints.full(Dimension.FACTOR, row.recipe().bytesPerParameter())),
                row.together(),
                Dimension.COUNT,
                row.recipe().composition() + "; nothing is left for activations: a ceiling"));
    }
}

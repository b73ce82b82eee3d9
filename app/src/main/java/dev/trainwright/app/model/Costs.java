package dev.trainwright.app.model;

import dev.trainwright.app.report.Facts;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Section;
import dev.trainwright.app.report.Table;
import dev.trainwright.cost.ModelFlops;
import dev.trainwright.cost.TokenFlops;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.workload.ConvNet;
import dev.trainwright.workload.Transformer;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** FLOPs and bytes of a model. */
final class Costs {

    /** FLOPs of a token under one convention. */
    private record Convention(String name, TokenFlops flops) {}

    private static final List<Metric<Convention>> CONVENTIONS = List.of(
            Metric.text("attention", "attention", Convention::name),
            flops("projections", "projections", c -> c.flops().projections()),
            flops("attentionCore", "core", c -> c.flops().core()),
            flops("feedForward", "feed-forward", c -> c.flops().feedForward()),
            flops("head", "head", c -> c.flops().head()),
            flops("forward", "forward", c -> c.flops().total()),
            flops("training", "training (3x)", c -> 3 * c.flops().total()));

    private static final List<Metric<Recipe>> RECIPES = List.of(
            Metric.text("recipe", "precision", Recipe::name),
            bytes("weights", "weights", Recipe::weights),
            bytes("gradients", "gradients", Recipe::gradients),
            bytes("optimizer", "AdamW and master copy", Recipe::optimizer),
            bytes("total", "together", Recipe::total),
            Metric.number("bytesPerParameter", "a parameter", Prints::number, Recipe::bytesPerParameter));

    private Costs() {}

    /** By operation, under both conventions of causal attention, and six times the active parameters beside them. */
    static Part tokenFlops(Transformer model, long active, long sequence) {
        List<Convention> conventions = List.of(
                new Convention("causal half", ModelFlops.byOperation(model, sequence, true)),
                new Convention("in full", ModelFlops.byOperation(model, sequence, false)));
        List<Metric<Long>> beside = List.of(
                Metric.number("sequence", "sequence", v -> Prints.print(Dimension.COUNT, v), s -> s),
                flops("sixTimesActive", "6 x active parameters", s -> 6.0 * active));
        return new Section(
                "flopsPerToken",
                "FLOPs of one token",
                Report.of(
                        new Table<>("conventions", "", conventions, CONVENTIONS),
                        new Facts<>("", "", sequence, beside)));
    }

    /** A multiply-accumulate counts two. */
    static Part imageFlops(ConvNet net) {
        return new Facts<>(
                "flopsPerImage",
                "FLOPs of one image",
                ModelFlops.forwardPerImage(net),
                List.of(flops("forward", "forward", f -> f), flops("training", "training (3x)", f -> 3 * f)));
    }

    /** What weights, gradients and AdamW take; activations and buffers come on top. */
    static Part bytes(long parameters) {
        return new Table<>("bytes", "Bytes, without activations and buffers", Recipe.all(parameters), RECIPES);
    }

    private static <T> Metric<T> flops(String key, String label, ToDoubleFunction<T> value) {
        return Metric.number(key, label, Prints::shortCount, value::applyAsDouble);
    }

    private static <T> Metric<T> bytes(String key, String label, ToDoubleFunction<T> value) {
        return Metric.number(key, label, Prints::decimalBytes, value::applyAsDouble);
    }
}

package dev.trainwright.app.model;

import dev.trainwright.cost.ModelFlops;
import dev.trainwright.cost.TokenFlops;
import dev.trainwright.quantity.Prints;
import dev.trainwright.workload.ConvNet;
import dev.trainwright.workload.Model;
import dev.trainwright.workload.ParameterCount;
import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.source.Weights;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A model in lines of text. */
public final class ModelText {

    private ModelText() {}

    /** Shape, parameters, FLOPs at {@code sequence} tokens and bytes of a transformer. */
    public static List<String> of(Transformer model, long sequence) {
        List<String> lines = new ArrayList<>();
        lines.add(model.name() + " (" + model.family() + ")");
        lines.addAll(Shapes.lines(model.stacks()));
        lines.add("  vocabulary " + Shapes.count(model.head().vocab())
                + (model.head().tied() ? ", table shared with the head" : ""));
        lines.add("");
        ParameterCount count = ParameterCount.of(model);
        lines.add("Parameters");
        lines.addAll(parameters(model, count));
        lines.add("");
        lines.add("FLOPs of one token at sequence " + Shapes.count(sequence));
        lines.addAll(flops(model, count, sequence));
        lines.add("");
        lines.addAll(bytes(count.total()));
        model.notes().forEach(note -> lines.add("Note: " + note + "."));
        return lines;
    }

    /** Layers, parameters, FLOPs and bytes of a convolutional network. */
    public static List<String> of(ConvNet net) {
        List<String> lines = new ArrayList<>();
        lines.add(net.name() + " (convolutional)");
        lines.add("  " + net.convolutions().size() + " convolutions and "
                + net.dense().size() + " dense layers, images of " + net.inputSize() + " x " + net.inputSize());
        lines.add("");
        long convolutions = net.convolutions().stream()
                .mapToLong(ConvNet.Convolution::parameters)
                .sum();
        long dense = net.dense().stream().mapToLong(ConvNet.Dense::parameters).sum();
        lines.add("Parameters");
        lines.addAll(new Table()
                .row("total", Shapes.count(net.parameters()))
                .row("  convolutions", Shapes.count(convolutions))
                .row("  dense", Shapes.count(dense))
                .row("  norms", Shapes.count(net.otherParameters()))
                .lines());
        lines.add("");
        lines.add("FLOPs of one image (a multiply-accumulate counts two)");
        double forward = ModelFlops.forwardPerImage(net);
        lines.addAll(new Table()
                .row("forward", Prints.shortCount(forward))
                .row("training", Prints.shortCount(3 * forward))
                .lines());
        lines.add("");
        lines.addAll(bytes(net.parameters()));
        return lines;
    }

    /** Stored elements of a checkpoint's weights, and what the config beside them tells. */
    public static List<String> of(Weights weights, Optional<Model> config) {
        List<String> lines = new ArrayList<>();
        lines.add(weights.place());
        Table table = new Table().row("parameters", Shapes.count(weights.elements()));
        weights.byType().forEach((type, count) -> table.row("  " + type, Shapes.count(count)));
        table.row("by name");
        for (Map.Entry<String, Long> entry : weights.byPrefix().entrySet()) {
            table.row("  " + entry.getKey(), Shapes.count(entry.getValue()));
        }
        lines.addAll(table.lines());
        if (weights.wholeElements() > 0) {
            lines.add("Note: " + Shapes.count(weights.wholeElements())
                    + " whole numbers are no parameters (packed quantised weights, indices).");
        }
        config.ifPresent(model -> {
            lines.add("config.json beside it: " + Shapes.count(model.parameters()) + " parameters");
            if (model instanceof Transformer transformer) {
                transformer.notes().forEach(note -> lines.add("Note: " + note + "."));
            }
        });
        return lines;
    }

    /** What every model answers; a measured one knows no more. */
    public static List<String> of(Model model) {
        return List.of(model.name(), "  parameters " + Shapes.count(model.parameters()));
    }

    private static List<String> parameters(Transformer model, ParameterCount count) {
        Table table = new Table().row("total", Shapes.count(count.total()));
        if (count.active() != count.total()) {
            table.row("active, for one token", Shapes.count(count.active()));
        }
        ModelJson.kinds(count).forEach((kind, parameters) -> {
            if (parameters > 0) {
                table.row("  " + kind, Shapes.count(parameters));
            }
        });
        for (ParameterGroup other : model.others()) {
            table.row("  " + other.name(), Shapes.count(other.count()));
        }
        for (ParameterGroup apart : model.apart()) {
            table.row("not counted: " + apart.name(), Shapes.count(apart.count()));
        }
        return table.lines();
    }

    private static List<String> flops(Transformer model, ParameterCount count, long sequence) {
        TokenFlops causal = ModelFlops.byOperation(model, sequence, true);
        TokenFlops full = ModelFlops.byOperation(model, sequence, false);
        return new Table()
                .row("", "causal attention", "full attention")
                .row(
                        "projections of attention",
                        Prints.shortCount(causal.projections()),
                        Prints.shortCount(full.projections()))
                .row("attention core", Prints.shortCount(causal.core()), Prints.shortCount(full.core()))
                .row("feed-forward", Prints.shortCount(causal.feedForward()), Prints.shortCount(full.feedForward()))
                .row("head", Prints.shortCount(causal.head()), Prints.shortCount(full.head()))
                .row("forward", Prints.shortCount(causal.total()), Prints.shortCount(full.total()))
                .row(
                        "training, 3 x forward",
                        Prints.shortCount(3 * causal.total()),
                        Prints.shortCount(3 * full.total()))
                .row(
                        "beside it, 6 x active parameters",
                        Prints.shortCount(6.0 * count.active()),
                        Prints.shortCount(6.0 * count.active()))
                .lines();
    }

    private static List<String> bytes(long parameters) {
        List<String> lines = new ArrayList<>();
        lines.add("Bytes of weights, gradients, and AdamW's moments and master copy (without activations and buffers)");
        Table table = new Table().row("", "weights", "all three", "a parameter");
        for (Recipe recipe : Recipe.ALL) {
            table.row(
                    recipe.name(),
                    Prints.decimalBytes(recipe.weightBytes() * parameters),
                    Prints.decimalBytes(recipe.bytes() * parameters),
                    Prints.number(recipe.bytes()));
        }
        lines.addAll(table.lines());
        return lines;
    }
}

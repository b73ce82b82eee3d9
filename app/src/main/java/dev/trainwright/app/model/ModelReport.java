package dev.trainwright.app.model;

import dev.trainwright.app.report.Facts;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Section;
import dev.trainwright.app.report.Table;
import dev.trainwright.app.report.Text;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.workload.ConvNet;
import dev.trainwright.workload.Model;
import dev.trainwright.workload.ParameterCount;
import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.source.Preset;
import dev.trainwright.workload.source.Weights;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A model's shape, parameters, FLOPs and bytes. Every report of a model has {@code parameters.total} and {@code parameters.active}. */
public final class ModelReport {

    private static final List<Metric<Shapes.Layers>> LAYERS = List.of(
            Metric.text("stack", "stack", Shapes.Layers::stack),
            count("hidden", "hidden", Shapes.Layers::hidden),
            count("count", "layers", Shapes.Layers::count),
            Metric.text("kind", "each", Shapes.Layers::kind));

    private static final List<Metric<Transformer>> IDENTITY = List.of(
            Metric.text("name", "model", Transformer::name),
            Metric.text("family", "family", Transformer::family),
            count("vocabulary", "vocabulary", model -> model.head().vocab()),
            Metric.flag("tied", "head shares the table", model -> model.head().tied()));

    private static final List<Metric<ParameterCount>> PARAMETERS = List.of(
            count("total", "total", ParameterCount::total),
            count("active", "active, for one token", ParameterCount::active),
            count("embedding", "embedding", ParameterCount::embedding),
            count("attention", "attention", ParameterCount::mixers),
            count("feedForward", "feed-forward", ParameterCount::denseFeedForward),
            count("routedExperts", "routed experts", ParameterCount::routedExperts),
            count("otherExperts", "shared experts and routers", ParameterCount::otherExperts),
            count("norms", "norms", ParameterCount::norms),
            count("head", "head", ParameterCount::head));

    private static final List<Metric<ParameterGroup>> GROUPS = List.of(
            Metric.text("name", "what", ParameterGroup::name),
            count("parameters", "parameters", ParameterGroup::count));

    private static final List<Metric<ConvNet>> NET = List.of(
            Metric.text("name", "model", ConvNet::name),
            count("inputSize", "image side", ConvNet::inputSize),
            count("convolutions", "convolutions", net -> net.convolutions().size()),
            count("dense", "dense layers", net -> net.dense().size()));

    private static final List<Metric<ConvNet>> NET_PARAMETERS = List.of(
            count("total", "total", ConvNet::parameters),
            count("active", "active, for one image", ConvNet::parameters),
            count(
                    "convolutions",
                    "convolutions",
                    net -> net.convolutions().stream()
                            .mapToLong(ConvNet.Convolution::parameters)
                            .sum()),
            count(
                    "dense",
                    "dense layers",
                    net -> net.dense().stream()
                            .mapToLong(ConvNet.Dense::parameters)
                            .sum()),
            count("norms", "norms", ConvNet::otherParameters));

    private static final List<Metric<Preset>> PRESETS = List.of(
            Metric.text("name", "preset", Preset::name),
            Metric.text("source", "source", Preset::title),
            Metric.text("date", "date", Preset::date),
            Metric.text("url", "address", Preset::url));

    private ModelReport() {}

    /** Everything about a model, with the FLOPs of a token of {@code sequence}. */
    public static Report of(Model model, long sequence) {
        if (model instanceof Transformer transformer) {
            return transformer(transformer, sequence);
        }
        return model instanceof ConvNet net ? net(net) : Report.of(Costs.bytes(model.parameters()));
    }

    /** A checkpoint's weights, and what the config beside them tells. */
    public static Report of(Weights weights, Optional<Model> config) {
        List<Metric<Weights>> totals = List.of(
                count("total", "total", Weights::elements),
                count("active", "as far as weights tell", Weights::elements));
        List<Metric<Weights>> identity = List.of(
                Metric.text("name", "weights", Weights::place),
                count("wholeNumbers", "whole numbers, no parameters", Weights::wholeElements),
                count(
                        "configParameters",
                        "by config.json beside it",
                        w -> config.map(Model::parameters).orElse(null)));
        List<String> notes = config.map(model -> model instanceof Transformer shape ? shape.notes() : List.<String>of())
                .orElse(List.of());
        return Report.of(
                new Facts<>("", "", weights, identity),
                new Facts<>("parameters", "Parameters", weights, totals),
                new Table<>("byType", "By element type", groups(weights.byType()), GROUPS),
                new Table<>("byPrefix", "By name", groups(weights.byPrefix()), GROUPS),
                new Text("notes", "Notes", notes));
    }

    /** The presets with their sources. */
    public static Report of(Collection<Preset> presets) {
        return Report.of(new Table<>("presets", "", List.copyOf(presets), PRESETS));
    }

    private static Report transformer(Transformer model, long sequence) {
        ParameterCount count = ParameterCount.of(model);
        Section parameters = new Section(
                "parameters",
                "Parameters",
                Report.of(
                        new Facts<>("", "", count, PARAMETERS),
                        new Table<>("others", "Outside the layers", model.others(), GROUPS),
                        new Table<>("notCounted", "Not counted", model.apart(), GROUPS)));
        Report shape = Report.of(
                new Facts<>("", "", model, IDENTITY),
                new Table<>("layers", "Layers", Shapes.of(model.stacks()), LAYERS),
                parameters);
        Report work = model.ofTokens() ? shape.and(Costs.tokenFlops(model, count.active(), sequence)) : shape;
        return work.and(Costs.bytes(count.total()), new Text("notes", "Notes", model.notes()));
    }

    private static Report net(ConvNet net) {
        return Report.of(
                new Facts<>("", "", net, NET),
                new Facts<>("parameters", "Parameters", net, NET_PARAMETERS),
                Costs.imageFlops(net),
                Costs.bytes(net.parameters()));
    }

    private static List<ParameterGroup> groups(Map<String, Long> counts) {
        List<ParameterGroup> groups = new ArrayList<>();
        counts.forEach((name, count) -> groups.add(new ParameterGroup(name, count)));
        return groups;
    }

    private static <T> Metric<T> count(
            String key, String label, Function<T, ? extends @org.jspecify.annotations.Nullable Number> value) {
        return Metric.number(key, label, v -> Prints.print(Dimension.COUNT, v), value);
    }
}

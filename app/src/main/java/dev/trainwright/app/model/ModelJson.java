package dev.trainwright.app.model;

import dev.trainwright.cost.ModelFlops;
import dev.trainwright.cost.TokenFlops;
import dev.trainwright.workload.ConvNet;
import dev.trainwright.workload.Model;
import dev.trainwright.workload.ParameterCount;
import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.source.Weights;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A model as nested maps for a JSON writer. {@code parameters.total} and {@code parameters.active} are there for every model. */
public final class ModelJson {

    private ModelJson() {}

    /** Shape, parameters, FLOPs at {@code sequence} tokens and bytes. */
    public static Map<String, Object> of(Model model, long sequence) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", model.name());
        if (model instanceof Transformer transformer) {
            transformer(json, transformer, sequence);
        } else {
            json.put("parameters", Map.of("total", model.parameters(), "active", model.parameters()));
            if (model instanceof ConvNet net) {
                double forward = ModelFlops.forwardPerImage(net);
                json.put("flopsPerImage", ordered("forward", forward, "training", 3 * forward));
            }
        }
        json.put("bytes", bytes(model.parameters()));
        return json;
    }

    /** Stored elements of a checkpoint's weights, and what the config beside them tells; all of them are active as far as they can tell. */
    public static Map<String, Object> of(Weights weights, Optional<Model> config) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", weights.place());
        json.put("parameters", ordered("total", weights.elements(), "active", weights.elements()));
        json.put("wholeElements", weights.wholeElements());
        json.put("byType", weights.byType());
        json.put("byPrefix", weights.byPrefix());
        config.ifPresent(model -> json.put(
                "config",
                ordered(
                        "parameters",
                        model.parameters(),
                        "notes",
                        model instanceof Transformer shape ? shape.notes() : List.of())));
        return json;
    }

    /** Parameters by what they belong to, in the order that reports have; groups outside the stacks come besides. */
    static Map<String, Long> kinds(ParameterCount count) {
        Map<String, Long> kinds = new LinkedHashMap<>();
        kinds.put("embedding", count.embedding());
        kinds.put("attention", count.mixers());
        kinds.put("feed-forward", count.denseFeedForward());
        kinds.put("routed experts", count.routedExperts());
        kinds.put("shared experts and routers", count.otherExperts());
        kinds.put("norms", count.norms());
        kinds.put("head", count.head());
        return kinds;
    }

    private static void transformer(Map<String, Object> json, Transformer model, long sequence) {
        json.put("family", model.family());
        json.put("stacks", model.stacks().stream().map(ModelJson::stack).toList());
        json.put("vocabulary", model.head().vocab());
        json.put("tied", model.head().tied());
        ParameterCount count = ParameterCount.of(model);
        json.put(
                "parameters",
                ordered(
                        "total",
                        count.total(),
                        "active",
                        count.active(),
                        "embedding",
                        count.embedding(),
                        "attention",
                        count.mixers(),
                        "feedForward",
                        count.denseFeedForward(),
                        "routedExperts",
                        count.routedExperts(),
                        "otherExperts",
                        count.otherExperts(),
                        "norms",
                        count.norms(),
                        "head",
                        count.head(),
                        "others",
                        groups(model.others()),
                        "notCounted",
                        groups(model.apart())));
        json.put(
                "flopsPerToken",
                ordered(
                        "sequence",
                        sequence,
                        "causal",
                        flops(ModelFlops.byOperation(model, sequence, true)),
                        "full",
                        flops(ModelFlops.byOperation(model, sequence, false)),
                        "sixTimesActive",
                        6.0 * count.active()));
        json.put("notes", model.notes());
    }

    private static Map<String, Object> stack(Stack stack) {
        List<Map<String, Object>> kinds = Shapes.kinds(stack).entrySet().stream()
                .map(kind -> ordered("count", kind.getValue(), "kind", kind.getKey()))
                .toList();
        return ordered("role", stack.role(), "hidden", stack.hidden(), "layers", stack.layers(), "kinds", kinds);
    }

    private static Map<String, Object> flops(TokenFlops flops) {
        return ordered(
                "projections",
                flops.projections(),
                "attentionCore",
                flops.core(),
                "feedForward",
                flops.feedForward(),
                "head",
                flops.head(),
                "forward",
                flops.total(),
                "training",
                3 * flops.total());
    }

    private static Map<String, Object> bytes(long parameters) {
        Map<String, Object> recipes = new LinkedHashMap<>();
        for (Recipe recipe : Recipe.ALL) {
            recipes.put(
                    recipe.name(),
                    ordered(
                            "perParameter",
                            recipe.bytes(),
                            "weights",
                            recipe.weightBytes() * parameters,
                            "gradients",
                            recipe.gradientBytes() * parameters,
                            "optimizer",
                            recipe.optimizerBytes() * parameters));
        }
        return recipes;
    }

    private static Map<String, Object> groups(List<ParameterGroup> groups) {
        Map<String, Object> byName = new LinkedHashMap<>();
        groups.forEach(group -> byName.merge(group.name(), group.count(), (a, b) -> (Long) a + (Long) b));
        return byName;
    }

    private static Map<String, Object> ordered(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }
}

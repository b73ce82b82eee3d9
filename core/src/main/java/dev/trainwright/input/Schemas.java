package dev.trainwright.input;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Generates the JSON Schema (draft 2020-12) of a {@link Shape} and of every shape inside it. */
public final class Schemas {

    private final Map<String, Object> definitions = new TreeMap<>();

    private Schemas() {}

    /** The schema of files whose root is {@code root}, as nested maps and lists for a JSON writer. */
    public static Map<String, Object> of(Shape<?> root) {
        Schemas schemas = new Schemas();
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", root.name());
        schema.putAll(schemas.object(root));
        schema.put("$defs", schemas.definitions);
        return schema;
    }

    Map<String, Object> reference(Shape<?> shape) {
        if (!definitions.containsKey(shape.name())) {
            definitions.put(shape.name(), Map.of());
            definitions.put(shape.name(), object(shape));
        }
        return Map.of("$ref", "#/$defs/" + shape.name());
    }

    static Map<String, Object> text(String pattern) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "string");
        schema.put("pattern", pattern);
        return schema;
    }

    static Map<String, Object> number(double min, double max) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "number");
        schema.put(min == Double.MIN_NORMAL ? "exclusiveMinimum" : "minimum", min == Double.MIN_NORMAL ? 0 : min);
        if (max != Double.MAX_VALUE) {
            schema.put("maximum", max);
        }
        return schema;
    }

    private Map<String, Object> object(Shape<?> shape) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (Field<?> field : shape.fields()) {
            properties.put(field.name(), property(field));
            if (field.absence() instanceof Field.Absence.Refused) {
                required.add(field.name());
            }
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("description", shape.doc());
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put("required", required);
        schema.put("additionalProperties", false);
        List<Map<String, Object>> rules =
                shape.rules().stream().flatMap(r -> rule(r).stream()).toList();
        if (!rules.isEmpty()) {
            schema.put("allOf", rules);
        }
        return schema;
    }

    private Map<String, Object> property(Field<?> field) {
        Map<String, Object> property = new LinkedHashMap<>();
        property.put("description", field.doc());
        Map<String, Object> kind = field.kind().schema(this);
        if (field.nullable()) {
            property.put("anyOf", List.of(kind, Map.of("type", "null")));
        } else {
            property.putAll(kind);
        }
        if (field.absence() instanceof Field.Absence.Default otherwise) {
            property.put("default", Plain.of(Trees.parse(field.name(), otherwise.value(), Format.YAML)));
        }
        property.put("examples", List.of(Plain.of(Trees.parse(field.name(), field.example(), Format.YAML))));
        return property;
    }

    private static List<Map<String, Object>> rule(Rule rule) {
        if (rule instanceof Rule.OneOf oneOf) {
            List<Object> ways = new ArrayList<>();
            oneOf.fields().forEach(f -> ways.add(Map.of("required", List.of(f.name()))));
            if (oneOf.optional()) {
                ways.add(Map.of("not", Map.of("anyOf", List.copyOf(ways))));
            }
            return List.of(Map.of("oneOf", ways));
        }
        if (rule instanceof Rule.Needs needs) {
            List<String> others = needs.others().stream().map(Field::name).toList();
            return List.of(Map.of("dependentRequired", Map.of(needs.field().name(), others)));
        }
        return List.of();
    }
}

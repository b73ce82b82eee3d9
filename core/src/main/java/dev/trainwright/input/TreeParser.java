package dev.trainwright.input;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/** One pass over a parser's tokens, building the tree. */
final class TreeParser {

    private static final StreamReadConstraints LIMITS = StreamReadConstraints.builder()
            .maxNestingDepth(2 * Trees.DEEPEST)
            .maxStringLength(Trees.LARGEST_BYTES)
            .maxNameLength(Trees.LARGEST_BYTES)
            .build();
    private static final TokenStreamFactory JSON =
            JsonFactory.builder().streamReadConstraints(LIMITS).build();
    private static final TokenStreamFactory PYTHON_JSON = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .streamReadConstraints(LIMITS)
            .build();
    private static final TokenStreamFactory YAML = YAMLFactory.builder()
            .streamReadConstraints(LIMITS)
            .loadSettings(LoadSettings.builder()
                    .setCodePointLimit(Trees.LARGEST_BYTES)
                    .setAllowDuplicateKeys(true) // found and located here
                    .build())
            .build();

    /** What the parsers say about their own source and switches, which is nothing to a user. */
    private static final Pattern NOISE =
            Pattern.compile(" ?\\(for \\w+ starting at \\[[^\\]]*\\]\\)|: enable `[^`]*` to allow|(?m)^ .*$|\\R");

    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(?:[0-9]{1,400}\\.?[0-9]{0,400}|\\.[0-9]{1,400})(?:[eE][+-]?[0-9]{1,4})?");

    private final Place start;
    private final Format format;

    TreeParser(Place start, Format format) {
        this.start = start;
        this.format = format;
    }

    Node parse(String text) {
        TokenStreamFactory factory = switch (format) {
            case YAML -> YAML;
            case JSON -> JSON;
            case PYTHON_JSON -> PYTHON_JSON;
        };
        try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), text)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw InputException.of(start, "", "is empty");
            }
            Node root = node(parser, first, here(parser, start), 1);
            if (parser.nextToken() != null) {
                throw InputException.of(here(parser, start), "", "expected the end of the file after one document");
            }
            return root;
        } catch (JacksonException e) {
            throw InputException.of(place(e.getLocation()), "", "is not " + format + ": " + reason(e));
        }
    }

    private Node node(JsonParser parser, JsonToken token, Place place, int depth) {
        if (depth > Trees.DEEPEST) {
            throw InputException.of(
                    new Place(place.file(), place.line(), place.column(), ""),
                    "",
                    "nested deeper than " + Trees.DEEPEST + " levels");
        }
        refuseYamlExtras(parser, place);
        return switch (token) {
            case START_OBJECT -> mapping(parser, place, depth);
            case START_ARRAY -> sequence(parser, place, depth);
            case VALUE_STRING -> scalar(parser, place, Node.Type.TEXT);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser, place);
            case VALUE_TRUE, VALUE_FALSE -> scalar(parser, place, Node.Type.BOOLEAN);
            case VALUE_NULL -> scalar(parser, place, Node.Type.NULL);
            default -> throw InputException.of(place, "", "a value of this type is not accepted");
        };
    }

    private Node mapping(JsonParser parser, Place place, int depth) {
        Map<String, Node.Entry> entries = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = parser.currentName();
            Place keyPlace = here(parser, place.child(key));
            if (entries.containsKey(key)) {
                int line = entries.get(key).keyPlace().line();
                throw InputException.of(keyPlace, "", "the key is given twice, first in line " + line);
            }
            JsonToken token = parser.nextToken();
            entries.put(key, new Node.Entry(keyPlace, node(parser, token, here(parser, keyPlace), depth + 1)));
        }
        return new Node.Mapping(place, entries);
    }

    private Node sequence(JsonParser parser, Place place, int depth) {
        List<Node> items = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            items.add(node(parser, token, here(parser, place.item(items.size())), depth + 1));
        }
        return new Node.Sequence(place, items);
    }

    private static Node.Scalar scalar(JsonParser parser, Place place, Node.Type type) {
        return new Node.Scalar(place, type, parser.getString());
    }

    /** A number is kept as text; that it is finite and of a sane size is made sure here, once for all who convert it. */
    private Node number(JsonParser parser, Place place) {
        if (format == Format.PYTHON_JSON && parser.isNaN()) {
            return scalar(parser, place, Node.Type.TEXT);
        }
        Node.Scalar number = scalar(parser, place, Node.Type.NUMBER);
        if (!NUMBER.matcher(number.text()).matches()) {
            throw InputException.of(place, number.shown(), "expected a finite number");
        }
        return number;
    }

    private static void refuseYamlExtras(JsonParser parser, Place place) {
        if (parser instanceof YAMLParser yaml) {
            if (yaml.isCurrentAlias()) {
                throw InputException.of(place, "", "YAML aliases are not accepted; write the value out");
            }
            if (yaml.getTypeId() != null) {
                throw InputException.of(place, "", "YAML tags are not accepted; write text in quotes");
            }
        }
    }

    /** Where the parser is; text that stands in no file has no lines. */
    private static Place here(JsonParser parser, Place place) {
        if (place.line() == 0) {
            return place;
        }
        TokenStreamLocation location = parser.currentTokenLocation();
        return place.at(location.getLineNr(), location.getColumnNr());
    }

    private Place place(TokenStreamLocation location) {
        return location == null || start.line() == 0
                ? start
                : start.at(Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
    }

    private static String reason(JacksonException e) {
        String message = NOISE.matcher(e.getOriginalMessage()).replaceAll(" ").strip();
        return Show.plain(message.replaceAll("\\s+", " "));
    }
}

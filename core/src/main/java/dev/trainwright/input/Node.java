package dev.trainwright.input;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A value of a YAML or JSON file that knows where it stands. */
public sealed interface Node {

    /** Where the value begins. */
    Place place();

    /** The value as an error shows it, on one line. */
    String shown();

    /** A value under its key. */
    record Entry(Place keyPlace, Node value) {}

    /** Keys and values, in the order of the file, keys unique. */
    record Mapping(Place place, Map<String, Entry> entries) implements Node {

        public Mapping {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }

        /** The value of {@code key}; an explicit null is a value (a {@link Scalar} of kind NULL). */
        public Optional<Node> find(String key) {
            return entry(key).map(Entry::value);
        }

        /** The value of {@code key} with the place of the key. */
        public Optional<Entry> entry(String key) {
            return Optional.ofNullable(entries.get(key));
        }

        @Override
        public String shown() {
            return "a mapping";
        }
    }

    /** A list of values. */
    record Sequence(Place place, List<Node> items) implements Node {

        public Sequence {
            items = List.copyOf(items);
        }

        @Override
        public String shown() {
            return "a list";
        }
    }

    /** What a scalar is, before anyone asks for a type. */
    enum Type {
        TEXT,
        NUMBER,
        BOOLEAN,
        NULL
    }

    /**
     * A single value.
     *
     * @param text the value as written, quotes and escapes resolved
     */
    record Scalar(Place place, Type type, String text) implements Node {

        @Override
        public String shown() {
            return switch (type) {
                case TEXT -> Show.quoted(text);
                case NUMBER, BOOLEAN -> Show.plain(text);
                case NULL -> "no value";
            };
        }
    }
}

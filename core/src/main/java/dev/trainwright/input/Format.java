package dev.trainwright.input;

import java.util.Locale;
import java.util.Optional;

/** The notations that are read, told by the file's name. */
public enum Format {
    YAML("YAML"),
    JSON("JSON"),
    /** JSON as Python writes it, with Infinity and NaN: read as these words, so that a file may carry them where nobody asks for a number. */
    PYTHON_JSON("JSON");

    private final String label;

    Format(String label) {
        this.label = label;
    }

    @Override
    public String toString() {
        return label;
    }

    static Optional<Format> of(String file) {
        String name = file.toLowerCase(Locale.ROOT);
        if (name.endsWith(".json")) {
            return Optional.of(JSON);
        }
        return name.endsWith(".yaml") || name.endsWith(".yml") ? Optional.of(YAML) : Optional.empty();
    }
}

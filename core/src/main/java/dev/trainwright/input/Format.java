package dev.trainwright.input;

import java.util.Locale;
import java.util.Optional;

/** The notations that are read, told by the file's name. */
public enum Format {
    YAML,
    JSON;

    static Optional<Format> of(String file) {
        String name = file.toLowerCase(Locale.ROOT);
        if (name.endsWith(".json")) {
            return Optional.of(JSON);
        }
        return name.endsWith(".yaml") || name.endsWith(".yml") ? Optional.of(YAML) : Optional.empty();
    }
}

package dev.trainwright.app.forecast;

import java.util.Locale;

/** Names of constants as JSON and job files spell them. */
final class Spelling {
    private Spelling() {}

    /** {@code OPTIMIZER_STATE} as {@code optimizerState}. */
    static String camelCase(Enum<?> constant) {
        StringBuilder name = new StringBuilder();
        for (String word : constant.name().split("_", -1)) {
            String lower = word.toLowerCase(Locale.ROOT);
            name.append(name.length() == 0 ? lower : Character.toUpperCase(lower.charAt(0)) + lower.substring(1));
        }
        return name.toString();
    }

    /** {@code SELECTIVE_OPERATIONS} as {@code selective-operations}. */
    static String dashed(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

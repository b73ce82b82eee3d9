package dev.trainwright.cost;

import java.util.Locale;

/** Names of constants in JSON. */
final class Names {
    private Names() {}

    /** {@code OPTIMIZER_STATE} as {@code optimizerState}. */
    static String camelCase(Enum<?> constant) {
        StringBuilder name = new StringBuilder();
        for (String word : constant.name().split("_", -1)) {
            String lower = word.toLowerCase(Locale.ROOT);
            name.append(name.length() == 0 ? lower : Character.toUpperCase(lower.charAt(0)) + lower.substring(1));
        }
        return name.toString();
    }
}

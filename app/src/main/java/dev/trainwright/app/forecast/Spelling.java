package dev.trainwright.app.forecast;

import java.util.Locale;

/** Names of constants as JSON and job files spell them. */
final class Spelling {
    private Spelling() {}

    /** {@code SELECTIVE_OPERATIONS} as {@code selective-operations}. */
    static String dashed(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

package dev.trainwright.app.forecast;

import dev.trainwright.layout.Schedule;
import java.util.Locale;

/** Names of constants as options, JSON and job files spell them. */
public final class Spelling {
    private Spelling() {}

    /** {@code SELECTIVE_OPERATIONS} as {@code selective-operations}; 1F1B begins with a digit, which no constant can. */
    public static String of(Enum<?> constant) {
        return constant == Schedule.ONE_F_ONE_B
                ? "1f1b"
                : constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

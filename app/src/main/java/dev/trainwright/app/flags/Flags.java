package dev.trainwright.app.flags;

import java.util.ArrayList;
import java.util.List;

/** Flags of another program for a job's layout, and what of the layout that program does not do. */
final class Flags {
    private final List<String> lines = new ArrayList<>();
    private final List<String> refusals = new ArrayList<>();

    Flags set(String flag, long value) {
        lines.add(flag + " " + value);
        return this;
    }

    Flags set(String flag) {
        lines.add(flag);
        return this;
    }

    /** A flag that is given where a degree is not 1. */
    Flags degree(String flag, int degree) {
        return degree == 1 ? this : set(flag, degree);
    }

    Flags refuse(boolean condition, String why) {
        if (condition) {
            refusals.add(why);
        }
        return this;
    }

    /**
     * The flags, one a line.
     *
     * @throws IllegalArgumentException with everything that {@code program} does not do
     */
    String text(String program) {
        if (!refusals.isEmpty()) {
            throw new IllegalArgumentException(program + " does not run this layout: " + String.join("; ", refusals));
        }
        return String.join("\n", lines) + "\n";
    }
}

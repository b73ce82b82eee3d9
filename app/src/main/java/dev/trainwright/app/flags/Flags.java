package dev.trainwright.app.flags;

import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Recompute;
import dev.trainwright.layout.Synchrony;
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

    /** Refuses replicas that do not agree in every step. */
    Flags synchronous(Layout layout) {
        return refuse(
                !(layout.synchrony() instanceof Synchrony.Synchronous s) || s.backupWorkers() > 0, "it is synchronous");
    }

    /** Refuses recomputation of a part of a layer. */
    Flags selective(Layout layout) {
        return refuse(
                layout.recompute() == Recompute.SELECTIVE || layout.recompute() == Recompute.SELECTIVE_OPERATIONS,
                "recompute is none or full there");
    }

    /**
     * The flags, one a line.
     *
     * @throws IllegalArgumentException with everything that {@code program} does not do
     */
    String text(String program) {
        orThrow(program);
        return String.join("\n", lines) + "\n";
    }

    /**
     * Ends with everything that {@code program} does not do.
     *
     * @throws IllegalArgumentException if there is any
     */
    void orThrow(String program) {
        if (!refusals.isEmpty()) {
            throw new IllegalArgumentException(program + " does not run this layout: " + String.join("; ", refusals));
        }
    }
}

package dev.trainwright.app.question;

import dev.trainwright.app.question.Amount.Kind;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An option that amounts of some kinds may fill.
 *
 * @param option of the command
 * @param what it is, for a question back
 * @param kinds that it takes
 * @param cue words beside the amount that say so
 * @param weak whether other options' cues count before these
 * @param alone whether an amount of such a kind is this one without any cue
 */
record Slot(
        String option,
        String what,
        Set<Kind> kinds,
        @Nullable Pattern cue,
        boolean weak,
        boolean alone) {

    boolean takes(Kind kind) {
        return kinds.contains(kind) || (kind == Kind.HOURS && kinds.contains(Kind.TIME));
    }

    /** An option that cues tell. */
    static Slot of(String option, String what, Kind kind, String cue) {
        return new Slot(option, what, Set.of(kind), Wording.pattern(cue), false, false);
    }

    /** An option that weaker cues tell. */
    static Slot weak(String option, String what, Kind kind, String cue) {
        return new Slot(option, what, Set.of(kind), Wording.pattern(cue), true, false);
    }

    /** The option that any amount of the kind is. */
    static Slot only(String option, String what, Kind... kinds) {
        return new Slot(option, what, Set.of(kinds), null, false, true);
    }
}

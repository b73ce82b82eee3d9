package dev.trainwright.job;

import dev.trainwright.input.Field;
import dev.trainwright.input.InputException;
import dev.trainwright.input.Values;
import java.util.List;

/** One part of a job while the others are not known yet. */
final class Draft {

    private Draft() {}

    /** Refuses a value for a reason that another part of the job gives. */
    static InputException refusal(Values values, Field<?> field, String message) {
        return InputException.of(values.place(field), "", message);
    }

    /** Notes what a part took for an absent key because of another part. */
    static void assume(List<String> assumed, Values values, Field<?> field, Object value, String why) {
        String object = values.place().key();
        assumed.add((object.isEmpty() ? "" : object + ".") + field.name() + " = " + value + ": " + why);
    }
}

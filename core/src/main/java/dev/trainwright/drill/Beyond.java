package dev.trainwright.drill;

import dev.trainwright.spine.Step;
import java.util.List;

/**
 * What reality adds to a cell's answer.
 *
 * @param words what differs
 * @param steps the same with numbers
 */
public record Beyond(String words, List<Step> steps) {
    public Beyond {
        steps = List.copyOf(steps);
    }

    static Beyond of(String words, Step... steps) {
        return new Beyond(words, List.of(steps));
    }
}

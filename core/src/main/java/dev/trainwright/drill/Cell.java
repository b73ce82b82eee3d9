package dev.trainwright.drill;

import dev.trainwright.spine.Spine;
import dev.trainwright.spine.Step;
import java.util.List;

/**
 * One worked example.
 *
 * @param id A to I
 * @param title what kind of number it is
 * @param trap what it tests
 * @param given the numbers it starts from
 * @param question what is asked
 * @param forecast what to guess before calculating
 * @param steps the calculation
 * @param checks the same result found another way
 * @param answer the results
 * @param conclusion the answer as a sentence
 * @param beyond where the simple answer stops
 * @param curve the speedup over the number of devices, where the cell is about it
 */
public record Cell(
        String id,
        String title,
        String trap,
        List<Figure> given,
        String question,
        String forecast,
        List<Step> steps,
        List<Check> checks,
        List<Figure> answer,
        String conclusion,
        List<Beyond> beyond,
        List<Spine.Point> curve) {

    public Cell {
        given = List.copyOf(given);
        steps = List.copyOf(steps);
        checks = List.copyOf(checks);
        answer = List.copyOf(answer);
        curve = List.copyOf(curve);
        beyond = List.copyOf(beyond);
    }

    /** A cell without a curve. */
    Cell(
            String id,
            String title,
            String trap,
            List<Figure> given,
            String question,
            String forecast,
            List<Step> steps,
            List<Check> checks,
            List<Figure> answer,
            String conclusion,
            List<Beyond> beyond) {
        this(id, title, trap, given, question, forecast, steps, checks, answer, conclusion, beyond, List.of());
    }

    /** Whether every check holds. */
    public boolean verified() {
        return checks.stream().allMatch(Check::holds);
    }
}

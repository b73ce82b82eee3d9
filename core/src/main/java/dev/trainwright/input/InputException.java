package dev.trainwright.input;

import java.util.List;
import java.util.stream.Collectors;

/** An input is refused; the message lists every problem, one a line. */
public final class InputException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int SHOWN = 100;

    private final transient List<Problem> problems;

    /** Refuses an input for the given reasons, at least one. */
    public InputException(List<Problem> problems) {
        super(lines(problems));
        this.problems = List.copyOf(problems);
    }

    /** Refuses an input for one reason. */
    public static InputException of(Place place, String value, String message) {
        return new InputException(List.of(new Problem(place, value, message)));
    }

    /** Every problem, in the order of the file as far as it was read. */
    public List<Problem> problems() {
        return problems;
    }

    private static String lines(List<Problem> problems) {
        String lines = problems.stream().limit(SHOWN).map(Problem::toString).collect(Collectors.joining("\n"));
        return problems.size() > SHOWN ? lines + "\n... and " + (problems.size() - SHOWN) + " more" : lines;
    }
}

package dev.trainwright.input;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What reading an input has found so far: problems, and the defaults that were used. */
public final class Reading {

    private final List<Problem> problems = new ArrayList<>();
    private final List<Assumption> assumptions = new ArrayList<>();

    /**
     * The value that was read.
     *
     * @param assumptions the defaults that were used for absent keys
     */
    public record Result<T>(T value, List<Assumption> assumptions) {

        public Result {
            assumptions = List.copyOf(assumptions);
        }
    }

    /** Reads a whole file by its declaration; throws {@link InputException} with every problem in it. */
    public static <T> Result<T> file(Path file, Kind<T> kind) {
        return tree(Trees.read(file), kind);
    }

    /** Reads a tree by its declaration; throws {@link InputException} with every problem in it. */
    public static <T> Result<T> tree(Node root, Kind<T> kind) {
        Reading reading = new Reading();
        Optional<T> value = kind.read(root, reading);
        return new Result<>(reading.orThrow(value), reading.assumptions);
    }

    /** Records that {@code node} is not what was expected; returns an empty value for the caller to pass on. */
    public <T> Optional<T> refuse(Node node, String message) {
        return refuse(node.place(), node.shown(), message);
    }

    /** Records a problem with no value to show. */
    public <T> Optional<T> refuse(Place place, String message) {
        return refuse(place, "", message);
    }

    /** Takes over the problems of another input that this one refers to. */
    public <T> Optional<T> refuse(InputException e) {
        problems.addAll(e.problems());
        return Optional.empty();
    }

    /** How many problems there are so far. */
    public int problems() {
        return problems.size();
    }

    /** The value, or an {@link InputException} with every problem recorded. */
    public <T> T orThrow(Optional<T> value) {
        if (!problems.isEmpty()) {
            throw new InputException(problems);
        }
        return value.orElseThrow(() -> new IllegalStateException("a kind returned no value and recorded no problem"));
    }

    void assume(Place object, Field<?> field, String value, String why) {
        assumptions.add(new Assumption(object.child(field.name()).key(), value, why));
    }

    private <T> Optional<T> refuse(Place place, String value, String message) {
        problems.add(new Problem(place, value, message));
        return Optional.empty();
    }
}

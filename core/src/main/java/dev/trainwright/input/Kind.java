package dev.trainwright.input;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What values a field takes: how they are read, described and put into a JSON Schema.
 *
 * @param <T> the type they are read as
 */
public interface Kind<T> {

    /** Reads {@code node}; empty after recording what is wrong in {@code reading}. */
    Optional<T> read(Node node, Reading reading);

    /** The accepted values in words that follow "expected". */
    String accepted();

    /** The accepted values in a cell of the reference, in Markdown; shapes inside as links. */
    default String markdown() {
        return accepted();
    }

    /** The JSON Schema of the accepted values; shapes inside register themselves with {@code schemas}. */
    Map<String, Object> schema(Schemas schemas);

    /** The shapes that occur inside, for the reference documentation. */
    default Iterable<Shape<?>> shapes() {
        return java.util.List.of();
    }

    /** The same values turned into another type; an {@link IllegalArgumentException}'s message becomes a problem. */
    default <U> Kind<U> map(Function<T, U> function) {
        Kind<T> self = this;
        return new Kind<>() {
            @Override
            public Optional<U> read(Node node, Reading reading) {
                return self.read(node, reading).flatMap(value -> {
                    try {
                        return Optional.of(function.apply(value));
                    } catch (InputException e) {
                        return reading.refuse(e);
                    } catch (IllegalArgumentException e) {
                        return reading.refuse(node, String.valueOf(e.getMessage()));
                    }
                });
            }

            @Override
            public String accepted() {
                return self.accepted();
            }

            @Override
            public String markdown() {
                return self.markdown();
            }

            @Override
            public Map<String, Object> schema(Schemas schemas) {
                return self.schema(schemas);
            }

            @Override
            public Iterable<Shape<?>> shapes() {
                return self.shapes();
            }
        };
    }
}

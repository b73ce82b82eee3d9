package dev.trainwright.app.command;

import dev.trainwright.app.forecast.Spelling;
import dev.trainwright.input.Nearest;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Parsed;
import dev.trainwright.quantity.Price;
import dev.trainwright.quantity.Prints;
import dev.trainwright.quantity.Quantities;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values of options and collects what is wrong with them, so that all of it is said at once. A refused value
 * reads as not given until {@link #orThrow} ends the command.
 */
final class Arguments {
    private final List<String> problems = new ArrayList<>();

    /** A quantity that may be zero. */
    @Nullable
    Double quantity(String option, Dimension dimension, @Nullable String text) {
        if (text == null) {
            return null;
        }
        Parsed parsed = Quantities.parse(dimension, text);
        if (parsed instanceof Parsed.Value value) {
            return value.asDouble();
        }
        problem(option + ": " + text + ": " + ((Parsed.Refused) parsed).why());
        return null;
    }

    /** Numbers of either sign. */
    List<Double> signed(String option, List<String> texts) {
        return read(texts, text -> {
            Double size = quantity(option, Dimension.FACTOR, text.startsWith("-") ? text.substring(1) : text);
            return size == null || !text.startsWith("-") ? size : Double.valueOf(-size);
        });
    }

    /** A quantity above zero. */
    @Nullable
    Double positive(String option, Dimension dimension, @Nullable String text) {
        Double value = quantity(option, dimension, text);
        if (value != null && value == 0) {
            problem(option + ": " + text + ": must be above zero");
            return null;
        }
        return value;
    }

    /** The value, refused if it is above {@code most}. */
    @Nullable
    Double atMost(String option, double most, @Nullable String text, @Nullable Double value) {
        if (value != null && value > most) {
            problem(option + ": " + text + ": must be " + Prints.number(most) + " or less");
            return null;
        }
        return value;
    }

    /** Quantities above zero. */
    List<Double> positives(String option, Dimension dimension, List<String> texts) {
        return read(texts, text -> positive(option, dimension, text));
    }

    /** A whole number between two others, such as {@code 64} or {@code 1.4T}. */
    @Nullable
    Long count(String option, long least, long most, @Nullable String text) {
        if (text == null) {
            return null;
        }
        Parsed parsed = Quantities.parse(Dimension.COUNT, text);
        if (parsed instanceof Parsed.Refused refused) {
            problem(option + ": " + text + ": " + refused.why());
            return null;
        }
        long value = ((Parsed.Value) parsed).exact().longValueExact();
        if (value < least || value > most) {
            problem("%s: %s: must be from %,d to %,d".formatted(option, text, least, most));
            return null;
        }
        return value;
    }

    /** Whole numbers between two others. */
    List<Long> counts(String option, long least, long most, List<String> texts) {
        return read(texts, text -> count(option, least, most, text));
    }

    private static <T> List<T> read(List<String> texts, Function<String, @Nullable T> reader) {
        List<T> values = new ArrayList<>();
        for (String text : texts) {
            T value = reader.apply(text);
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }

    /** A price of an hour; a plain number has no currency. */
    @Nullable
    Price price(String option, @Nullable String text) {
        if (text == null) {
            return null;
        }
        if (Quantities.parse(Dimension.FACTOR, text) instanceof Parsed.Value plain) {
            return new Price(plain.asDouble(), "");
        }
        Optional<Price> price = Price.parse(text);
        if (price.isEmpty()) {
            problem(option + ": " + text + ": expected " + Price.ACCEPTED + ", or a plain number");
        }
        return price.orElse(null);
    }

    /** One of an enum's constants. */
    <E extends Enum<E>> Optional<E> choice(String option, Class<E> type, String text) {
        Optional<E> found = Arrays.stream(type.getEnumConstants())
                .filter(constant -> Spelling.of(constant).equals(text))
                .findFirst();
        if (found.isEmpty()) {
            oneOf(
                    option,
                    Arrays.stream(type.getEnumConstants()).map(Spelling::of).toList(),
                    text);
        }
        return found;
    }

    /** Whether a text is one of some names; else it is a problem. */
    boolean oneOf(String option, List<String> names, String text) {
        if (names.contains(text)) {
            return true;
        }
        String hint = Nearest.to(text, names)
                .map(near -> " (did you mean " + near + "?)")
                .orElse("");
        problem(option + ": " + text + hint + ": expected one of " + String.join(", ", names));
        return false;
    }

    /** Records a problem. */
    void problem(String words) {
        problems.add(words);
    }

    /** Records a problem unless the condition holds. */
    void require(boolean condition, String problem) {
        if (!condition) {
            problem(problem);
        }
    }

    /** Ends the command with every problem so far, one a line. */
    void orThrow() {
        if (!problems.isEmpty()) {
            throw Failure.wrongInput(String.join("\n", problems));
        }
    }
}

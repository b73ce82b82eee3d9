package dev.trainwright.quantity;

import java.math.BigDecimal;
import java.util.List;

/**
 * One accepted unit of a {@link Dimension}.
 *
 * @param symbol the spelling used when printing, for instance {@code GiB}
 * @param factor how many SI base units one of it is, exactly
 * @param aliases other spellings accepted when reading
 */
public record Unit(String symbol, BigDecimal factor, List<String> aliases) {

    public Unit {
        aliases = List.copyOf(aliases);
    }

    static Unit of(String symbol, String factor, String... aliases) {
        return new Unit(symbol, new BigDecimal(factor), List.of(aliases));
    }

    boolean spelled(String text) {
        return symbol.equals(text) || aliases.contains(text);
    }
}

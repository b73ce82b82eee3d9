package dev.trainwright.quantity;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a quantity measures; its value inside the program is a double (or a long for {@link #COUNT}) in the SI base unit
 * that the constant's name says.
 */
@SuppressWarnings("ImmutableEnumChecker") // unmodifiable copies of immutable values
public enum Dimension {
    /** An amount of memory or data. */
    BYTES("16 GB", false, Units.bytes(), Units.ambiguousBytes()),
    /** A duration. */
    SECONDS("400 ms", false, Units.seconds(), Units.ambiguousSeconds()),
    /** A bandwidth; bits are read as an eighth of a byte. */
    BYTES_PER_SECOND("10 Gb/s", false, Units.bytesPerSecond(), Map.of()),
    /** A rate of floating-point operations, a multiply-add counting two. */
    FLOP_PER_SECOND("312 TFLOP/s", false, Units.flopPerSecond(), Map.of()),
    /** A whole number of things. */
    COUNT("1.4T", true, Units.counts(), Units.ambiguousCounts()),
    /** Samples (images, sequences) in a second. */
    SAMPLES_PER_SECOND(
            "380 samples/s",
            false,
            List.of(Unit.of("samples/s", "1", "sample/s", "images/s", "image/s", "img/s", "sequences/s")),
            Map.of()),
    /** Tokens in a second. */
    TOKENS_PER_SECOND("5762 tokens/s", false, List.of(Unit.of("tokens/s", "1", "token/s", "tok/s")), Map.of()),
    /** An electrical power. */
    WATTS(
            "400 W",
            false,
            List.of(Unit.of("W", "1"), Unit.of("kW", "1e3"), Unit.of("MW", "1e6")),
            Map.of("mW", "write W, kW or MW", "KW", "write kW")),
    /** An amount of energy. */
    JOULES(
            "12 kWh",
            false,
            List.of(Unit.of("J", "1"), Unit.of("Wh", "3600"), Unit.of("kWh", "3.6e6"), Unit.of("MWh", "3.6e9")),
            Map.of()),
    /** How many times as much: a speedup. */
    FACTOR("2.5", true, List.of(Unit.of("", "1", "x")), Map.of()),
    /** A share or a factor; 1 is 100 %. */
    RATIO("30 %", true, List.of(Unit.of("", "1"), Unit.of("%", "0.01")), Map.of());

    private final String example;
    private final boolean plain;
    private final List<Unit> units;
    private final Map<String, String> ambiguous;

    Dimension(String example, boolean plain, List<Unit> units, Map<String, String> ambiguous) {
        this.example = example;
        this.plain = plain;
        this.units = List.copyOf(units);
        this.ambiguous = Map.copyOf(ambiguous);
    }

    /** A quantity of this dimension as a user may write it. */
    public String example() {
        return example;
    }

    /** Whether a number without a unit is accepted. */
    public boolean plain() {
        return plain;
    }

    /** The accepted units, the empty symbol standing for none. */
    public List<Unit> units() {
        return units;
    }

    Optional<Unit> unit(String spelling) {
        return units.stream().filter(u -> u.spelled(spelling)).findFirst();
    }

    Optional<String> ambiguity(String spelling) {
        return Optional.ofNullable(ambiguous.get(spelling));
    }
}

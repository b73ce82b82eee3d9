package dev.trainwright.quantity;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The tables of units behind {@link Dimension}. Symbols are case-sensitive: Gb is bits, GB is bytes. */
final class Units {

    private static final String[] DECIMAL = {"", "k", "M", "G", "T", "P"};
    private static final String[] BINARY = {"", "Ki", "Mi", "Gi", "Ti", "Pi"};
    private static final BigDecimal BITS_PER_BYTE = new BigDecimal(8);

    private Units() {}

    static List<Unit> bytes() {
        List<Unit> units = new ArrayList<>();
        units.add(Unit.of("B", "1", "bytes"));
        for (int i = 1; i < DECIMAL.length; i++) {
            units.add(new Unit(DECIMAL[i] + "B", thousand(i), List.of()));
            units.add(new Unit(BINARY[i] + "B", kibi(i), List.of()));
        }
        return units;
    }

    static List<Unit> bytesPerSecond() {
        List<Unit> units = new ArrayList<>();
        for (int i = 0; i < DECIMAL.length; i++) {
            String prefix = DECIMAL[i];
            units.add(new Unit(prefix + "B/s", thousand(i), List.of()));
            if (i > 0) {
                units.add(new Unit(BINARY[i] + "B/s", kibi(i), List.of()));
            }
            units.add(new Unit(
                    prefix + "b/s", thousand(i).divide(BITS_PER_BYTE), List.of(prefix + "bit/s", prefix + "bps")));
        }
        return units;
    }

    static List<Unit> seconds() {
        return List.of(
                Unit.of("ns", "1e-9"),
                Unit.of("us", "1e-6", "\u00b5s", "\u03bcs"),
                Unit.of("ms", "1e-3"),
                Unit.of("s", "1", "second", "seconds"),
                Unit.of("min", "60", "minute", "minutes"),
                Unit.of("h", "3600", "hour", "hours"),
                Unit.of("d", "86400", "day", "days"));
    }

    static List<Unit> flopPerSecond() {
        List<Unit> units = new ArrayList<>();
        for (int i = 0; i < DECIMAL.length; i++) {
            units.add(new Unit(DECIMAL[i] + "FLOP/s", thousand(i), List.of(DECIMAL[i] + "FLOPS")));
        }
        units.add(new Unit("EFLOP/s", thousand(6), List.of("EFLOPS")));
        return units;
    }

    static List<Unit> counts() {
        return List.of(Unit.of("", "1"), Unit.of("M", "1e6"), Unit.of("B", "1e9"), Unit.of("T", "1e12"));
    }

    /** Spellings that mean different things to different readers, with what to write instead. */
    static Map<String, String> ambiguousBytes() {
        Map<String, String> ambiguous = new LinkedHashMap<>();
        for (int i = 1; i < DECIMAL.length; i++) {
            String upper = DECIMAL[i].toUpperCase(Locale.ROOT);
            String choice =
                    "write " + DECIMAL[i] + "B (1000^" + i + " bytes) or " + BINARY[i] + "B (1024^" + i + " bytes)";
            ambiguous.put(upper, choice);
            ambiguous.put(upper.toLowerCase(Locale.ROOT), choice);
            ambiguous.put(upper.toLowerCase(Locale.ROOT) + "b", choice);
            ambiguous.put(upper + "b", upper + "b is bits; " + choice);
        }
        ambiguous.put("KB", "write kB (1000 bytes) or KiB (1024 bytes)");
        return ambiguous;
    }

    static Map<String, String> ambiguousCounts() {
        String why = "k is 1000 to some and 1024 to others; write the number out, for instance 128_000 or 131072";
        return Map.of("k", why, "K", why, "G", "write B for 10^9", "m", "write M for 10^6", "b", "write B for 10^9");
    }

    static Map<String, String> ambiguousSeconds() {
        return Map.of("m", "write min for minutes or ms for milliseconds", "M", "write min for minutes");
    }

    private static BigDecimal thousand(int power) {
        return BigDecimal.TEN.pow(3 * power);
    }

    private static BigDecimal kibi(int power) {
        return new BigDecimal(1024).pow(power);
    }
}

package dev.trainwright.input;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Parsed;
import dev.trainwright.quantity.Quantities;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A whole number within a range. */
record WholeKind(String noun, long min, long max) implements Kind<Long> {

    /** A bound above this is a limit of the program and no rule of the field. */
    private static final long LARGE = 1_000_000;

    @Override
    public Optional<Long> read(Node node, Reading reading) {
        if (node instanceof Node.Scalar scalar
                && (scalar.type() == Node.Type.NUMBER || scalar.type() == Node.Type.TEXT)
                && Quantities.parse(Dimension.COUNT, scalar.text()) instanceof Parsed.Value value
                && inRange(value.exact())) {
            return Optional.of(value.exact().longValueExact());
        }
        return reading.refuse(node, "expected " + accepted() + hint(node));
    }

    @Override
    public String accepted() {
        if (min == max) {
            return String.valueOf(min);
        }
        return "a whole number of " + noun + (max > LARGE ? " >= " + min : " from " + min + " to " + max);
    }

    @Override
    public Map<String, Object> schema(Schemas schemas) {
        Map<String, Object> number = new LinkedHashMap<>();
        number.put("type", "integer");
        number.put("minimum", min);
        if (max != Long.MAX_VALUE) {
            number.put("maximum", max);
        }
        return Map.of("anyOf", List.of(number, Schemas.text(Quantities.pattern(Dimension.COUNT))));
    }

    private boolean inRange(BigDecimal value) {
        return value.compareTo(BigDecimal.valueOf(min)) >= 0 && value.compareTo(BigDecimal.valueOf(max)) <= 0;
    }

    private String hint(Node node) {
        if (!(node instanceof Node.Scalar scalar)) {
            return "";
        }
        Parsed parsed = Quantities.parse(Dimension.COUNT, scalar.text());
        if (parsed instanceof Parsed.Value value && value.exact().compareTo(BigDecimal.valueOf(max)) > 0) {
            return max > LARGE ? ", at most " + max : "";
        }
        return parsed instanceof Parsed.Refused refused && refused.why().contains("ambiguous")
                ? "; " + refused.why().substring(0, refused.why().lastIndexOf("; expected"))
                : "";
    }
}

package dev.trainwright.input;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Parsed;
import dev.trainwright.quantity.Prints;
import dev.trainwright.quantity.Quantities;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A quantity with a unit, within a range given in the base unit. */
record QuantityKind(Dimension dimension, double min, double max) implements Kind<Double> {

    @Override
    public Optional<Double> read(Node node, Reading reading) {
        if (!(node instanceof Node.Scalar scalar)
                || scalar.type() == Node.Type.BOOLEAN
                || scalar.type() == Node.Type.NULL) {
            return reading.refuse(node, "expected " + accepted());
        }
        Parsed parsed = Quantities.parse(dimension, scalar.text());
        if (parsed instanceof Parsed.Refused refused) {
            return reading.refuse(node, refused.why());
        }
        double value = ((Parsed.Value) parsed).asDouble();
        return value < min || value > max ? reading.refuse(node, "expected " + accepted()) : Optional.of(value);
    }

    @Override
    public String accepted() {
        return Quantities.accepted(dimension) + range();
    }

    @Override
    public String markdown() {
        return (dimension == Dimension.RATIO ? "a ratio" : "a quantity such as `" + dimension.example() + '`')
                + range();
    }

    @Override
    public Map<String, Object> schema(Schemas schemas) {
        Map<String, Object> text = Schemas.text(Quantities.pattern(dimension));
        return dimension.plain() ? Map.of("anyOf", List.of(Schemas.number(min, max), text)) : text;
    }

    private String range() {
        if (max != Double.MAX_VALUE) {
            return ", from " + Prints.number(min) + " to " + Prints.number(max);
        }
        return min > 0 ? ", greater than 0" : "";
    }
}

package dev.trainwright.input;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Parsed;
import dev.trainwright.quantity.Quantities;
import java.util.Map;
import java.util.Optional;

/** A plain number greater than zero. */
record NumberKind(String noun) implements Kind<Double> {

    @Override
    public Optional<Double> read(Node node, Reading reading) {
        return node instanceof Node.Scalar scalar
                        && scalar.type() == Node.Type.NUMBER
                        && Quantities.parse(Dimension.RATIO, scalar.text()) instanceof Parsed.Value value
                        && value.asDouble() > 0
                ? Optional.of(value.asDouble())
                : reading.refuse(node, "expected " + accepted());
    }

    @Override
    public String accepted() {
        return "a number of " + noun + " > 0";
    }

    @Override
    public Map<String, Object> schema(Schemas schemas) {
        return Schemas.number(Double.MIN_NORMAL, Double.MAX_VALUE);
    }
}

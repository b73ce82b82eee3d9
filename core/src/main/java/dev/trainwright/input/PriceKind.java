package dev.trainwright.input;

import dev.trainwright.quantity.Price;
import java.util.Map;
import java.util.Optional;

/** A price of one hour. */
record PriceKind() implements Kind<Price> {

    @Override
    public Optional<Price> read(Node node, Reading reading) {
        Optional<Price> price = node instanceof Node.Scalar scalar ? Price.parse(scalar.text()) : Optional.empty();
        return price.isPresent() ? price : reading.refuse(node, "expected " + accepted());
    }

    @Override
    public String accepted() {
        return Price.ACCEPTED;
    }

    @Override
    public String markdown() {
        return "a price such as `2.50 USD/h`";
    }

    @Override
    public Map<String, Object> schema(Schemas schemas) {
        return Schemas.text(Price.PATTERN);
    }
}

package dev.trainwright.cluster;

import dev.trainwright.input.Field;
import dev.trainwright.input.Kinds;
import dev.trainwright.input.Shape;
import dev.trainwright.quantity.Price;
import java.util.List;

/**
 * A list price on a day, as an example: the price of a job is the one that its user gives.
 *
 * @param nodeId id of the node in the catalogue
 * @param provider who rents it out
 * @param perNode one node, on demand, before discounts and taxes
 * @param source where and when it was listed
 */
public record ExamplePrice(String nodeId, String provider, Price perNode, Source source) {

    private static final Field<String> NODE =
            Field.required("node", Kinds.text("the id of a node"), "The node.", "dgx-h100");
    private static final Field<String> PROVIDER =
            Field.required("provider", Kinds.text("a name"), "Who rents it out.", "AWS");
    private static final Field<Price> PRICE =
            Field.required("pricePerNodeHour", Kinds.price(), "One node for one hour.", "98.32 USD/h");
    private static final Shape<ExamplePrice> ENTRY = new Shape<>(
            "examplePrice",
            "A list price on a day.",
            EntryFields.sourced(NODE, PROVIDER, PRICE),
            List.of(),
            v -> new ExamplePrice(v.get(NODE), v.get(PROVIDER), v.get(PRICE), EntryFields.source(v)));
    private static final Field<List<ExamplePrice>> EXAMPLES =
            Field.required("examples", Kinds.list(ENTRY, 1), "The prices.", "[]");

    /** The file of example prices. */
    static final Shape<List<ExamplePrice>> FILE =
            new Shape<>("examplePrices", "Example prices.", List.of(EXAMPLES), List.of(), v -> v.get(EXAMPLES));
}

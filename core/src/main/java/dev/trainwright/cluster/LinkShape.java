package dev.trainwright.cluster;

import dev.trainwright.input.Field;
import dev.trainwright.input.Kinds;
import dev.trainwright.input.Shape;
import dev.trainwright.input.Values;
import dev.trainwright.quantity.Dimension;
import java.util.List;

/** A link as its catalogue file writes it. */
final class LinkShape {

    private static final double LEAST_SHARE = 0.01;

    private static final Field<Link.Kind> KIND =
            Field.required("kind", Kinds.choice(Link.Kind.class), "Its technology.", "nvlink");
    private static final Field<Double> BANDWIDTH = Field.required(
            "bandwidth",
            Kinds.positive(Dimension.BYTES_PER_SECOND),
            "Line rate of one device or port, one direction.",
            "300 GB/s");
    private static final Field<Double> ATTAINABLE = Field.required(
            "attainable", Kinds.ratio(LEAST_SHARE, 1), "Share of it that large collectives reach.", "0.8");
    private static final Field<Double> LATENCY = Field.required(
            "latency", Kinds.nonNegative(Dimension.SECONDS), "One step of a collective over it.", "5 us");
    private static final Field<Boolean> IN_NETWORK_REDUCTION =
            Field.required("inNetworkReduction", Kinds.flag(), "Whether its switches reduce (NVLS, SHARP).", "false");

    /** The shape of a link. */
    static final Shape<Link> SHAPE = new Shape<>(
            "link",
            "A kind of link.",
            EntryFields.entry(KIND, BANDWIDTH, ATTAINABLE, LATENCY, IN_NETWORK_REDUCTION),
            List.of(),
            LinkShape::link);

    /** The shape of a link that stands in place. */
    static final Shape<Link> IN_PLACE = new Shape<>(
            "ownLink",
            "A link that is not in the catalogue.",
            EntryFields.inPlace(
                    KIND,
                    BANDWIDTH,
                    defaulted(ATTAINABLE, "1", "the bandwidth given is taken as what collectives reach"),
                    LATENCY,
                    defaulted(IN_NETWORK_REDUCTION, "false", "most switches do not reduce")),
            List.of(),
            LinkShape::link);

    private LinkShape() {}

    private static Link link(Values v) {
        return new Link(
                EntryFields.id(v),
                EntryFields.name(v),
                v.get(KIND),
                EntryFields.aliases(v),
                v.get(BANDWIDTH),
                v.get(ATTAINABLE),
                v.get(LATENCY),
                v.get(IN_NETWORK_REDUCTION),
                EntryFields.source(v));
    }

    private static <T> Field<T> defaulted(Field<T> field, String value, String why) {
        return Field.defaulted(field.name(), field.kind(), value, why, field.doc(), field.example());
    }
}

package dev.trainwright.cluster;

import dev.trainwright.input.Field;
import dev.trainwright.input.Kinds;
import dev.trainwright.input.Rule;
import dev.trainwright.input.Shape;
import dev.trainwright.input.Values;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.workload.NumberFormat;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** An accelerator as its catalogue file writes it. */
final class AcceleratorShape {

    private static final Field<String> VENDOR =
            Field.required("vendor", Kinds.text("the vendor in lower case"), "Who makes it.", "nvidia");
    private static final Field<Double> MEMORY = Field.required(
            "memory", Kinds.positive(Dimension.BYTES), "Usable memory as the driver reports it.", "79.25 GiB");
    private static final Field<Double> MEMORY_BANDWIDTH = Field.required(
            "memoryBandwidth", Kinds.positive(Dimension.BYTES_PER_SECOND), "Peak rate of its memory.", "2039 GB/s");
    private static final Field<Map<NumberFormat, Double>> PEAK = Field.required(
            "peak", peakShape(), "Dense peak by operand format, without sparsity.", "{bf16: 312 TFLOP/s}");
    private static final Field<Double> VECTOR_PEAK = Field.required(
            "vectorPeak", Kinds.positive(Dimension.FLOP_PER_SECOND), "fp32 peak outside matrix units.", "19.5 TFLOP/s");
    private static final Field<Double> CACHE =
            Field.required("cache", Kinds.positive(Dimension.BYTES), "Last-level cache.", "40 MB");
    private static final Field<Integer> UNITS = Field.required(
            "units", Kinds.integer("multiprocessors", 1), "Multiprocessors (SMs, CUs, TensorCores).", "108");
    private static final Field<Double> POWER = Field.optional(
            "power",
            Kinds.positive(Dimension.WATTS),
            "not published; energy is left out",
            "Power at full load.",
            "400 W");

    /** The shape of an accelerator. */
    static final Shape<Accelerator> SHAPE = new Shape<>(
            "accelerator",
            "One device.",
            EntryFields.entry(VENDOR, MEMORY, MEMORY_BANDWIDTH, PEAK, VECTOR_PEAK, CACHE, UNITS, POWER),
            List.of(),
            AcceleratorShape::accelerator);

    /** The shape of an accelerator that stands in place. */
    static final Shape<Accelerator> IN_PLACE = new Shape<>(
            "ownAccelerator",
            "A device that is not in the catalogue.",
            EntryFields.inPlace(
                    EntryFields.optional(VENDOR, "unknown"),
                    MEMORY,
                    MEMORY_BANDWIDTH,
                    PEAK,
                    VECTOR_PEAK,
                    EntryFields.optional(CACHE, "unknown"),
                    EntryFields.optional(UNITS, "unknown"),
                    POWER),
            List.of(),
            AcceleratorShape::accelerator);

    private AcceleratorShape() {}

    private static Accelerator accelerator(Values v) {
        return new Accelerator(
                EntryFields.id(v),
                EntryFields.name(v),
                v.find(VENDOR).orElse(""),
                EntryFields.aliases(v),
                v.get(MEMORY),
                v.get(MEMORY_BANDWIDTH),
                v.get(PEAK),
                v.get(VECTOR_PEAK),
                v.find(CACHE).orElse(0.0),
                v.find(UNITS).orElse(0),
                v.find(POWER).orElse(0.0),
                EntryFields.source(v));
    }

    private static Shape<Map<NumberFormat, Double>> peakShape() {
        Map<NumberFormat, Field<Double>> fields = new EnumMap<>(NumberFormat.class);
        for (NumberFormat format : NumberFormat.values()) {
            if (format != NumberFormat.NF4) { // a storage format only
                String name = format.name().toLowerCase(Locale.ROOT);
                fields.put(
                        format,
                        Field.optional(
                                name,
                                Kinds.positive(Dimension.FLOP_PER_SECOND),
                                "the device does not multiply in " + name,
                                "Dense peak in " + name + ".",
                                "312 TFLOP/s"));
            }
        }
        List<Field<?>> all = new ArrayList<>(fields.values());
        return new Shape<>("peaks", "Dense peaks by operand format.", all, List.<Rule>of(), v -> peaks(fields, v));
    }

    private static Map<NumberFormat, Double> peaks(Map<NumberFormat, Field<Double>> fields, Values v) {
        Map<NumberFormat, Double> peaks = new EnumMap<>(NumberFormat.class);
        fields.forEach((format, field) -> v.find(field).ifPresent(flops -> peaks.put(format, flops)));
        if (peaks.isEmpty()) {
            throw new IllegalArgumentException("expected the peak of at least one format");
        }
        return peaks;
    }
}

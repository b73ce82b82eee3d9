package dev.trainwright.job;

import dev.trainwright.input.Field;
import dev.trainwright.input.Kinds;
import dev.trainwright.input.Rule;
import dev.trainwright.input.Shape;
import dev.trainwright.input.Values;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.workload.MeasuredModel;
import java.util.List;
import java.util.function.DoubleFunction;

/** A model known by measurement, in a job file. It is complete once the global batch is known. */
final class MeasuredShape {
    private static final double FP32_BYTES = 4;

    private static final Field<String> NAME =
            Field.defaulted("name", Kinds.text("a name"), "measured", "a name for reports", "Its name.", "my-model");
    private static final Field<Double> COMPUTE = Field.optional(
            "compute",
            Kinds.positive(Dimension.SECONDS),
            "follows from rate",
            "T_compute: one device's compute for one iteration over the whole global batch.",
            "400 ms");
    private static final Field<Double> RATE = Field.optional(
            "rate",
            Kinds.positive(Dimension.SAMPLES_PER_SECOND),
            "follows from compute",
            "Throughput of one device.",
            "380 samples/s");
    private static final Field<Double> GRADIENTS = Field.optional(
            "gradients",
            Kinds.nonNegative(Dimension.BYTES),
            "4 bytes a parameter",
            "Bytes that one synchronisation reduces.",
            "1.25 GB");
    private static final Field<Long> PARAMETERS =
            Field.optional("parameters", Kinds.whole("parameters", 1), "not known", "Number of parameters.", "340M");
    private static final Field<Double> COMM = Field.optional(
            "communication",
            Kinds.nonNegative(Dimension.SECONDS),
            "follows from gradients and the cluster's links",
            "T_comm: one synchronisation, the same for any number of devices.",
            "50 ms");

    static final Shape<DoubleFunction<MeasuredModel>> SHAPE = new Shape<>(
            "measured",
            "A model known by measurement: what one device computes and what a synchronisation moves or takes.",
            List.of(NAME, COMPUTE, RATE, PARAMETERS, GRADIENTS, COMM),
            List.of(
                    Rule.exactlyOne(COMPUTE, RATE),
                    new Rule.Check(
                            COMM,
                            "communication, gradients or parameters is given",
                            v -> v.has(COMM) || v.has(GRADIENTS) || v.has(PARAMETERS)
                                    ? java.util.Optional.empty()
                                    : java.util.Optional.of("expected communication, gradients or parameters"))),
            v -> batch -> model(v, batch));

    private MeasuredShape() {}

    private static MeasuredModel model(Values v, double batch) {
        long parameters = v.find(PARAMETERS).orElse(0L);
        return new MeasuredModel(
                v.get(NAME),
                v.find(COMPUTE).orElseGet(() -> batch / v.get(RATE)),
                parameters,
                v.find(GRADIENTS).orElse(FP32_BYTES * parameters),
                v.find(COMM).orElse(null));
    }
}

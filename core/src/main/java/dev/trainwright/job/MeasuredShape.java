package dev.trainwright.job;

import dev.trainwright.input.Field;
import dev.trainwright.input.Kind;
import dev.trainwright.input.Kinds;
import dev.trainwright.input.Rule;
import dev.trainwright.input.Shape;
import dev.trainwright.input.Values;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.workload.MeasuredModel;
import dev.trainwright.workload.Precision;
import java.util.List;
import java.util.Optional;

/** A model known by its measured time on one device and by what a synchronisation moves. */
final class MeasuredShape {

    private static final String OTHERWISE = "given in another way";
    private static final Field<String> NAME =
            Field.optional("name", Kinds.text("a name"), "measured", "Its name in reports.", "bert-large");
    private static final Field<Double> COMPUTE = Field.optional(
            "compute",
            Kinds.positive(Dimension.SECONDS),
            OTHERWISE,
            "T_compute: one device's time, its weight update included, for one iteration of the global batch (of one replica's batch, where the batch is given per replica).",
            "400 ms");
    private static final Field<Double> RATE = Field.optional(
            "rate",
            Kinds.positive(Dimension.SAMPLES_PER_SECOND),
            OTHERWISE,
            "What one device trains in a second.",
            "380 samples/s");
    private static final Field<Double> TOKEN_RATE = Field.optional(
            "tokenRate",
            Kinds.positive(Dimension.TOKENS_PER_SECOND),
            OTHERWISE,
            "What one device trains in a second; needs the sequence length.",
            "5762 tokens/s");
    private static final Field<Long> PARAMETERS = Field.optional(
            "parameters",
            Kinds.whole("parameters", 1),
            "not needed where gradients or communication are given",
            "Parameters; their gradients are what a synchronisation reduces.",
            "340M");
    private static final Field<Double> GRADIENTS = Field.optional(
            "gradients",
            Kinds.nonNegative(Dimension.BYTES),
            "parameters in the format of gradient reduction",
            "Bytes that one synchronisation reduces.",
            "1.36 GB");
    private static final Field<Double> COMMUNICATION = Field.optional(
            "communication",
            Kinds.nonNegative(Dimension.SECONDS),
            "the cluster's links decide",
            "T_comm: one synchronisation, as measured.",
            "50 ms");

    /** A measurement that waits for the recipe. */
    record Measured(Values values) {

        /**
         * The model.
         *
         * @param samples that the workload's batch counts
         */
        MeasuredModel model(long samples, Optional<Long> sequence, Precision precision) {
            return MeasuredShape.model(values, samples, sequence, precision);
        }

        /** Whether a synchronisation was timed, so that no link need be known. */
        boolean communicationGiven() {
            return values.has(COMMUNICATION);
        }
    }

    static final Kind<Measured> KIND = new Shape<>(
            "measured",
            "Times of one device stand in for a model's shape.",
            List.of(NAME, COMPUTE, RATE, TOKEN_RATE, PARAMETERS, GRADIENTS, COMMUNICATION),
            List.of(
                    Rule.exactlyOne(COMPUTE, RATE, TOKEN_RATE),
                    new Rule.Check(
                            COMPUTE,
                            "parameters, gradients or communication say what is synchronised",
                            v -> v.has(PARAMETERS) || v.has(GRADIENTS) || v.has(COMMUNICATION)
                                    ? Optional.empty()
                                    : Optional.of(
                                            "expected parameters, gradients or communication (0 ms for none) beside it"))),
            Measured::new);

    private MeasuredShape() {}

    private static MeasuredModel model(Values v, long samples, Optional<Long> sequence, Precision precision) {
        long parameters = v.find(PARAMETERS).orElse(0L);
        double gradients =
                v.find(GRADIENTS).orElse(parameters * precision.gradientReduce().bytes());
        return new MeasuredModel(
                v.find(NAME).orElse("measured"),
                computeSeconds(v, samples, sequence),
                parameters,
                gradients,
                v.find(COMMUNICATION).orElse(null));
    }

    private static double computeSeconds(Values v, long samples, Optional<Long> sequence) {
        if (v.has(COMPUTE)) {
            return v.get(COMPUTE);
        }
        if (v.has(RATE)) {
            return samples / v.get(RATE);
        }
        long tokens = sequence.orElseThrow(
                () -> Draft.refusal(v, TOKEN_RATE, "needs workload.sequence, the tokens of one sample"));
        return samples * (double) tokens / v.get(TOKEN_RATE);
    }
}

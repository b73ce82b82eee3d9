package dev.trainwright.job;

import dev.trainwright.input.Field;
import dev.trainwright.input.Kind;
import dev.trainwright.input.Kinds;
import dev.trainwright.input.Rule;
import dev.trainwright.input.Shape;
import dev.trainwright.input.Values;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.workload.Amount;
import java.util.List;

/** How much to train, in a job file. */
final class AmountShape {

    private static final Field<Long> TOKENS = amount("tokens", "1.4T");
    private static final Field<Long> SAMPLES = amount("samples", "300M");
    private static final Field<Long> STEPS = amount("steps", "500_000");
    private static final Field<Double> EPOCHS = Field.optional(
            "epochs", Kinds.positive(Dimension.FACTOR), "given in another unit", "Passes over the data set.", "3");
    private static final Field<Long> DATASET = Field.optional(
            "dataset", Kinds.whole("samples", 1), "only epochs need it", "Samples of one epoch.", "1_281_167");

    static final Kind<Amount> KIND = new Shape<>(
            "train",
            "How much to train. Steps that are fixed do not become fewer when devices are added; tokens, samples and epochs do not grow.",
            List.of(TOKENS, SAMPLES, STEPS, EPOCHS, DATASET),
            List.of(Rule.exactlyOne(TOKENS, SAMPLES, STEPS, EPOCHS), Rule.needs(EPOCHS, DATASET)),
            AmountShape::amount);

    private AmountShape() {}

    private static Amount amount(Values v) {
        Long dataset = v.find(DATASET).orElse(null);
        if (v.has(EPOCHS)) {
            return new Amount(Amount.Unit.EPOCHS, v.get(EPOCHS), dataset);
        }
        if (v.has(TOKENS)) {
            return new Amount(Amount.Unit.TOKENS, v.get(TOKENS), dataset);
        }
        return v.has(SAMPLES)
                ? new Amount(Amount.Unit.SAMPLES, v.get(SAMPLES), dataset)
                : new Amount(Amount.Unit.STEPS, v.get(STEPS), dataset);
    }

    private static Field<Long> amount(String unit, String example) {
        return Field.optional(
                unit, Kinds.whole(unit, 1), "given in another unit", "How many " + unit + " to train.", example);
    }
}

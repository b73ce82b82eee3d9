package dev.trainwright.workload.source;

import dev.trainwright.workload.ParameterCount;
import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Transformer;
import java.util.Optional;

/** A model's parameters by its config against those that its weights hold. */
public final class Comparison {

    private Comparison() {}

    /** How they differ, in a sentence, with what would explain it; empty where they agree. */
    public static Optional<String> of(Transformer model, Weights weights) {
        if (weights.wholeElements() > 0) {
            return Optional.of("the weights hold " + number(weights.wholeElements())
                    + " whole numbers, as quantised weights do, so that their elements are not parameters");
        }
        long more = weights.elements() - ParameterCount.of(model).total();
        if (more == 0) {
            return Optional.empty();
        }
        return Optional.of("the weights hold " + number(weights.elements()) + " parameters, " + number(Math.abs(more))
                + (more > 0 ? " more" : " fewer") + " than config.json tells" + explanation(model, more));
    }

    private static String explanation(Transformer model, long more) {
        long table = model.head().vocab() * model.main().hidden();
        long apart = model.apart().stream().mapToLong(ParameterGroup::count).sum();
        if (more == table && model.head().tied()) {
            return ": as many as the token table, stored once more for the head";
        }
        if (apart > 0 && (more == apart || more == apart + 2 * table)) {
            return ": the layers that are not counted, " + model.apart().get(0).name();
        }
        return more < 0 && -more == model.head().parameters()
                ? ": as many as the head, which may be tied after all"
                : "";
    }

    private static String number(long count) {
        return String.format(java.util.Locale.ROOT, "%,d", count);
    }
}

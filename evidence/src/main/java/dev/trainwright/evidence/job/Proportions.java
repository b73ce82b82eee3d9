package dev.trainwright.evidence.job;

import dev.trainwright.evidence.row.Column;
import dev.trainwright.evidence.row.Inputs;
import java.util.Comparator;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * The widths of a transformer of which only the number of parameters is told, in the proportions that GPT-3 175B (Brown et al. 2020, table 2.1) and Llama 7B to
 * 13B (Touvron et al. 2023, table 2) share: heads of 128, and a layer for each 128 of width. Time depends on the parameters far more than on how they are arranged.
 */
final class Proportions {
    private static final int HEAD = 128;
    private static final int WIDTH_PER_LAYER = 128;

    /** Of a layer's matrices over the width squared: 4 of attention, 8 of the feed-forward part, gated or not. */
    private static final double MATRICES = 12;

    private static final Pattern SIZE = Pattern.compile("(?<![0-9.A-Za-z])([0-9]+(?:\\.[0-9]+)?[MBT])\\b");

    private Proportions() {}

    /** {@code inputs} with parameters, width and heads where they can be inferred. */
    static Inputs fill(Inputs inputs) {
        return withHeads(withWidth(withParameters(inputs)));
    }

    private static Inputs withParameters(Inputs inputs) {
        Matcher size = SIZE.matcher(inputs.text(Column.MODEL, ""));
        return size.find() ? inputs.filledWith(Map.of(Column.PARAMS, size.group(1))) : inputs;
    }

    private static Inputs withWidth(Inputs inputs) {
        Double parameters = inputs.count(Column.PARAMS);
        if (parameters == null || inputs.has(Column.EXPERTS)) {
            return inputs;
        }
        long heads = Math.max(1, Math.round(Math.cbrt(parameters * WIDTH_PER_LAYER / MATRICES) / HEAD));
        return inputs.filledWith(Map.of(Column.HIDDEN, Long.toString(heads * HEAD)));
    }

    /** As many heads as tensor parallelism divides, nearest to 128 of width each. */
    private static Inputs withHeads(Inputs inputs) {
        Long hidden = inputs.whole(Column.HIDDEN);
        if (hidden == null) {
            return inputs;
        }
        long tp = inputs.whole(Column.TP, 1);
        return LongStream.rangeClosed(1, hidden / tp)
                .map(share -> share * tp)
                .filter(heads -> hidden % heads == 0)
                .boxed()
                .min(Comparator.comparingDouble(heads -> Math.abs(Math.log((double) hidden / heads / HEAD))))
                .map(heads -> inputs.filledWith(Map.of(Column.HEADS, heads.toString())))
                .orElse(inputs);
    }
}

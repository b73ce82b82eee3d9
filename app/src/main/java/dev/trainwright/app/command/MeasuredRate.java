package dev.trainwright.app.command;

import dev.trainwright.quantity.Dimension;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a run reached: samples/s or tokens/s of all devices or of each, or the time of an iteration or of the job.
 *
 * @param dimension of a rate, or of a time
 * @param ofEach whether it is a rate of each device
 */
record MeasuredRate(Dimension dimension, double value, boolean ofEach) {
    private static final Pattern VALUE = Pattern.compile("(.*?)(/(?:device|gpu))?", Pattern.CASE_INSENSITIVE);

    /** Reads one; what is wrong with it goes to {@code arguments}, under the name {@code where}. */
    static Optional<MeasuredRate> read(Arguments arguments, String where, String text) {
        Matcher matcher = VALUE.matcher(text.strip());
        String value = matcher.matches() ? matcher.group(1) : text;
        boolean ofEach = matcher.group(2) != null;
        Dimension dimension = dimension(value);
        Double read = arguments.positive(where, dimension, value);
        arguments.require(
                !ofEach || dimension != Dimension.SECONDS, where + ": " + text + ": a time is not one of each device");
        return read == null ? Optional.empty() : Optional.of(new MeasuredRate(dimension, read, ofEach));
    }

    boolean timed() {
        return dimension == Dimension.SECONDS;
    }

    /** Of all devices together. */
    double together(long devices) {
        return ofEach ? value * devices : value;
    }

    private static Dimension dimension(String value) {
        if (value.contains("tok")) {
            return Dimension.TOKENS_PER_SECOND;
        }
        return value.contains("/") || !value.matches(".*[a-z].*") ? Dimension.SAMPLES_PER_SECOND : Dimension.SECONDS;
    }
}

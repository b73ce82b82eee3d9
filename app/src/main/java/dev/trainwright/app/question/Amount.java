package dev.trainwright.app.question;

import java.math.BigDecimal;

/**
 * One number of a question.
 *
 * @param kind what its unit says that it is
 * @param value as an option takes it, such as {@code 400ms}
 * @param said as the question has it
 * @param start where it begins in the question
 * @param end where it ends
 */
record Amount(Kind kind, String value, String said, int start, int end) {
    enum Kind {
        DEVICES,
        MORE_DEVICES,
        PRICE,
        RATE,
        BYTES,
        /** Without a prefix. */
        PLAIN_BYTES,
        TIME,
        /** Minutes and more. */
        HOURS,
        SHARE,
        FACTOR,
        COUNT
    }

    /** What a count comes to. */
    BigDecimal number() {
        return new BigDecimal(value.replace("T", "e12").replace("B", "e9").replace("M", "e6"));
    }

    /** How far a stretch of text is from it; what follows it is a little nearer than what comes before. */
    int distance(int from, int to) {
        return from >= end ? 2 * (from - end) : to <= start ? 2 * (start - to) + 1 : 0;
    }
}

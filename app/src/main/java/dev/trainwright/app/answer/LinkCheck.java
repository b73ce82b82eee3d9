package dev.trainwright.app.answer;

import dev.trainwright.app.report.Metric;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A measured synchronisation held against the ring all-reduce that should explain it.
 *
 * @param ringSeconds what the ring takes over the link
 * @param measuredSeconds what was measured, as far as compute does not hide it
 * @param reachedBytesPerSecond the link's rate with which the ring would take that long; null where nothing was measured
 * @param reachedShare of the link's rate; null where nothing was measured
 * @param words whether the link explains the time
 */
public record LinkCheck(
        double ringSeconds,
        double measuredSeconds,
        @Nullable Double reachedBytesPerSecond,
        @Nullable Double reachedShare,
        String words) {
    /** A link that reaches less of its rate than this is not the link that was meant. */
    private static final double SUSPECT = 0.5;

    static final List<Metric<LinkCheck>> METRICS = List.of(
            Metric.of("ringSeconds", "a ring over the link", Dimension.SECONDS, LinkCheck::ringSeconds),
            Metric.of("measuredSeconds", "measured", Dimension.SECONDS, LinkCheck::measuredSeconds),
            Metric.of(
                    "reachedBytesPerSecond",
                    "rate that explains it",
                    Dimension.BYTES_PER_SECOND,
                    LinkCheck::reachedBytesPerSecond),
            Metric.of("reachedShare", "of the link's", Dimension.RATIO, LinkCheck::reachedShare),
            Metric.text("verdict", "which means", LinkCheck::words));

    /** The check of what was measured among so many devices. */
    public static LinkCheck of(Ring ring, double measuredSeconds, long devices) {
        double ringSeconds = ring.seconds(devices);
        if (measuredSeconds == 0) {
            return new LinkCheck(ringSeconds, 0, null, null, words(0, ringSeconds, 1));
        }
        double reached = Ring.sentBytes(ring.bytes(), devices) / measuredSeconds;
        double share = reached / ring.bytesPerSecond();
        return new LinkCheck(ringSeconds, measuredSeconds, reached, share, words(measuredSeconds, ringSeconds, share));
    }

    private static String words(double measuredSeconds, double ringSeconds, double share) {
        if (measuredSeconds < ringSeconds) {
            return "Shorter than the ring: compute hides some of it, or less is sent than said.";
        }
        if (share >= SUSPECT) {
            return "The link explains it.";
        }
        return "Size and link do not explain it: it takes %s times as long as the ring. Look for a fault (no peer access, a fall back to TCP or a slower port) or for other waiting, and measure the link itself; more devices are no way out."
                .formatted(Prints.full(Dimension.FACTOR, measuredSeconds / ringSeconds));
    }
}

package dev.trainwright.app.plan;

import dev.trainwright.plan.Progress;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import java.io.PrintWriter;
import java.util.function.LongSupplier;

/**
 * Tells on standard error how far a search or a fit has come and how long it will still take, once it has lasted two
 * seconds: on a terminal in one line that is gone in the end, elsewhere in a line every ten seconds.
 */
public final class ProgressLine implements Progress, AutoCloseable {
    private static final double FIRST_SECONDS = 2;
    private static final double EVERY_SECONDS = 1;
    private static final double EVERY_SECONDS_OF_A_LOG = 10;

    /** Set by the launcher where standard error is a terminal, which Java cannot tell. */
    private static final String TERMINAL = "trainwright.terminal";

    /** To the line's beginning, and clear it (ECMA-48, EL). */
    private static final String ERASE = "\r\u001b[K";

    /** Before that much is done nobody knows how long the rest takes. */
    private static final double LEAST_SHARE = 0.05;

    private final PrintWriter out;
    private final boolean terminal;
    private final LongSupplier nanoTime;
    private final long start;
    private double next = FIRST_SECONDS;

    /** Progress of what starts now, told to {@code err}, the process's standard error. */
    public static ProgressLine on(PrintWriter err) {
        return new ProgressLine(err, System.getProperty(TERMINAL) != null, System::nanoTime);
    }

    /**
     * Progress of what starts now.
     *
     * @param terminal whether {@code out} can rewrite a line
     * @param nanoTime a clock
     */
    ProgressLine(PrintWriter out, boolean terminal, LongSupplier nanoTime) {
        this.out = out;
        this.terminal = terminal;
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
    }

    @Override
    public void at(double share, long layouts) {
        tell(share, "%,d layouts forecast".formatted(layouts));
    }

    /** Tells that {@code share} of the work is done, and {@code what} has come of it. */
    public synchronized void tell(double share, String what) {
        double seconds = (nanoTime.getAsLong() - start) / 1e9;
        if (seconds >= next && share < 1) {
            next = seconds + (terminal ? EVERY_SECONDS : EVERY_SECONDS_OF_A_LOG);
            String left = share < LEAST_SHARE
                    ? ""
                    : ", about " + Prints.print(Dimension.SECONDS, Math.ceil(seconds * (1 - share) / share)) + " left";
            String line = "%3.0f %%, %s%s".formatted(100 * share, what, left);
            out.print(terminal ? ERASE + line : line + "\n");
            out.flush();
        }
    }

    /** Takes the line away. */
    @Override
    public synchronized void close() {
        if (terminal && next > FIRST_SECONDS) {
            out.print(ERASE);
            out.flush();
        }
    }
}

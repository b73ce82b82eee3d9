package dev.trainwright.app.plan;

import dev.trainwright.plan.Progress;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import java.io.PrintWriter;
import java.util.function.LongSupplier;

/** Tells on standard error how far a search or a fit has come and how long it will still take, once it has lasted two seconds. */
public final class ProgressLine implements Progress, AutoCloseable {
    private static final double FIRST_SECONDS = 2;
    private static final double EVERY_SECONDS = 1;

    private final PrintWriter out;
    /** Before that much is done nobody knows how long the rest takes. */
    private static final double LEAST_SHARE = 0.05;

    private final LongSupplier nanoTime;
    private final long start;
    private double next = FIRST_SECONDS;

    /**
     * A line that starts now.
     *
     * @param nanoTime a clock
     */
    public ProgressLine(PrintWriter out, LongSupplier nanoTime) {
        this.out = out;
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
            next = seconds + EVERY_SECONDS;
            String left = share < LEAST_SHARE
                    ? ""
                    : ", about " + Prints.print(Dimension.SECONDS, Math.rint(seconds * (1 - share) / share)) + " left";
            out.print("\r%3.0f %%, %s%s   ".formatted(100 * share, what, left));
            out.flush();
        }
    }

    /** Ends the line. */
    @Override
    public synchronized void close() {
        if (next > FIRST_SECONDS) {
            out.println();
            out.flush();
        }
    }
}

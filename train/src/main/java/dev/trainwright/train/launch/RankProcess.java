package dev.trainwright.train.launch;

import dev.trainwright.input.InputException;
import dev.trainwright.train.checkpoint.CheckpointException;
import dev.trainwright.train.world.RendezvousException;

/** The main program of a process that is one rank. */
public final class RankProcess {
    private static final int FAILED = 1;

    private RankProcess() {}

    /** What a rank does. */
    @FunctionalInterface
    public interface Body {
        void run() throws Exception;
    }

    /**
     * Runs {@code body} and ends the process: with 0, with {@link Restarts#NO_RESTART} for input that no restart mends, with {@link StopSignal#EXIT_CODE} when it was asked to
     * stop, or with 1. The last line of its output, which the launcher shows, is the cause.
     */
    public static void run(Body body) {
        ParentWatch.start(System.getenv());
        int code = 0;
        try {
            body.run();
        } catch (InputException
                | UnsupportedOperationException
                | IllegalArgumentException
                | RendezvousException
                | CheckpointException e) {
            code = Restarts.NO_RESTART;
            System.out.println(e.getMessage());
        } catch (StopSignal.Stopped e) {
            code = StopSignal.EXIT_CODE;
            System.out.println(e.getMessage());
        } catch (Exception | Error e) {
            code = FAILED;
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
        // Native threads of a broken group would keep the process; what had to be written is written.
        System.out.flush();
        Runtime.getRuntime().halt(code);
    }
}

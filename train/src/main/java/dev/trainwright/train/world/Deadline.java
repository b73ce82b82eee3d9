package dev.trainwright.train.world;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** An end to native calls that have none: the store's client waits for ever when its server accepts connections and answers nothing. */
final class Deadline {
    private Deadline() {}

    /**
     * The result of {@code body}, which runs in a thread of its own; that thread is given up when it takes longer than {@code most}.
     *
     * @throws IllegalStateException when it does
     */
    static <T> T within(Duration most, Supplier<T> body) {
        FutureTask<T> task = new FutureTask<>(body::get);
        Thread thread = new Thread(task, "deadline");
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("no answer within " + most.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}

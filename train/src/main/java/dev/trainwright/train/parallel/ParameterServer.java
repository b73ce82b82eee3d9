package dev.trainwright.train.parallel;

import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.world.Collectives;
import dev.trainwright.train.world.Pending;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * An asynchronous parameter server (Dean et al. 2012), the last rank of its group: workers push a gradient when they have one and go on with the weights that come
 * back, without waiting for one another. With a staleness bound a worker that is further ahead of the slowest waits (stale synchronous parallel, Ho et al. 2013).
 *
 * <p>A push is the flat gradient with two numbers behind it: the version of the weights that it was made with, and how many steps the worker has done; a negative
 * version says that the worker is done. The answer is the flat weights with their version behind them.
 */
public final class ParameterServer {
    private static final int PUSH = 1;
    private static final int PULL = 2;
    private static final int EXTRA = 2;

    private final Collectives group;
    private final ScalarType type;
    private final long elements;

    /**
     * Every rank of {@code group} makes one.
     *
     * @param elements of the flat weights
     */
    public ParameterServer(Collectives group, ScalarType type, long elements) {
        this.group = group;
        this.type = type;
        this.elements = elements;
    }

    /** The rank that serves. */
    public int server() {
        return group.size() - 1;
    }

    /**
     * Serves until every worker is done.
     *
     * @param weights flat, changed in place
     * @param apply updates the weights by a flat gradient
     * @param bound steps that a worker may be ahead of the slowest, -1 for no bound
     * @return how stale each update was: how many others were applied since its worker pulled
     */
    public List<Integer> serve(Tensor weights, Consumer<Tensor> apply, int bound) {
        List<Integer> staleness = new ArrayList<>();
        long[] clocks = new long[server()];
        boolean[] waiting = new boolean[server()];
        int working = server();
        while (working > 0) {
            Tensor push = Tensors.keep(Tensors.zeros(type, elements + EXTRA));
            int worker = group.receiveAny(push, PUSH);
            int version = (int) push.narrow(0, elements, 1).item_double();
            if (version < 0) {
                clocks[worker] = Long.MAX_VALUE;
                working--;
            } else {
                staleness.add(staleness.size() - version);
                clocks[worker] = (long) push.narrow(0, elements + 1, 1).item_double();
                apply.accept(push.narrow(0, 0, elements));
                waiting[worker] = true;
            }
            push.releaseReference();
            long slowest = Arrays.stream(clocks).min().orElse(0);
            for (int w = 0; w < waiting.length; w++) {
                if (waiting[w] && (bound < 0 || clocks[w] - slowest <= bound)) {
                    answer(weights, staleness.size(), w);
                    waiting[w] = false;
                }
            }
        }
        return staleness;
    }

    private void answer(Tensor weights, int version, int worker) {
        Tensors.scope(() -> {
            Tensor message = Tensors.zeros(type, elements + EXTRA);
            message.narrow(0, 0, elements).copy_(weights);
            message.narrow(0, elements, 1).fill_(Tensors.scalar(version));
            group.send(message, worker, PULL).await();
        });
    }

    /**
     * Pushes a worker's gradient and waits for new weights.
     *
     * @param version of the weights that the gradient was made with, 0 for the initial ones
     * @param step that it ends, 1 for the worker's first
     * @param weights flat, replaced
     * @return the new weights' version
     */
    public int exchange(Tensor gradient, int version, long step, Tensor weights) {
        push(gradient, version, step).await();
        Tensor answer = Tensors.zeros(type, elements + EXTRA);
        group.receive(answer, server(), PULL).await();
        weights.copy_(answer.narrow(0, 0, elements));
        return (int) answer.narrow(0, elements, 1).item_double();
    }

    /** Tells the server that this worker is done. */
    public void done() {
        push(Tensors.zeros(type, elements), -1, 0).await();
    }

    private Pending push(Tensor gradient, int version, long step) {
        Tensor message = Tensors.zeros(type, elements + EXTRA);
        message.narrow(0, 0, elements).copy_(gradient);
        message.narrow(0, elements, 1).fill_(Tensors.scalar(version));
        message.narrow(0, elements + 1, 1).fill_(Tensors.scalar(step));
        return group.send(message, server(), PUSH);
    }
}

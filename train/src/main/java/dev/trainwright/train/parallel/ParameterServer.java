package dev.trainwright.train.parallel;

import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.world.Collectives;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.bytedeco.pytorch.Tensor;

/**
 * An asynchronous parameter server (Dean et al. 2012), the last rank of its group: workers push a gradient when they have one and go on with the weights that come
 * back, without waiting for one another. With a staleness bound a worker that is further ahead of the slowest waits (stale synchronous parallel, Ho et al. 2013).
 *
 * <p>A push is the gradients laid end to end with two numbers behind them: the version of the weights that they were made with, and how many steps the worker has done; a negative
 * version says that the worker is done. The answer is the weights with their version behind them. Every rank has memory for one message, which all of its messages take in turn.
 */
public final class ParameterServer {
    private static final int PUSH = 1;
    private static final int PULL = 2;
    private static final int EXTRA = 2;

    private final Collectives group;
    private final List<Tensor> weights;
    private final Tensor message;
    private final Tensor version;
    private final Tensor done;

    /**
     * Every rank of {@code group} makes one.
     *
     * @param weights this rank's, changed in place
     */
    public ParameterServer(Collectives group, List<Tensor> weights) {
        this.group = group;
        this.weights = List.copyOf(weights);
        long elements = weights.stream().mapToLong(Tensor::numel).sum();
        message = Tensors.keep(Tensors.zeros(weights.get(0).scalar_type(), elements + EXTRA));
        version = Tensors.keep(message.narrow(0, elements, 1));
        done = Tensors.keep(message.narrow(0, elements + 1, 1));
    }

    /** The rank that serves. */
    public int server() {
        return group.size() - 1;
    }

    /**
     * Serves until every worker is done.
     *
     * @param apply updates the weights by gradients in their order
     * @param bound steps that a worker may be ahead of the slowest, -1 for no bound
     * @return how stale each update was: how many others were applied since its worker pulled
     */
    public List<Integer> serve(Consumer<List<Tensor>> apply, int bound) {
        List<Integer> staleness = new ArrayList<>();
        long[] clocks = new long[server()];
        boolean[] waiting = new boolean[server()];
        while (Arrays.stream(clocks).anyMatch(clock -> clock < Long.MAX_VALUE)) {
            int worker = group.receiveAny(message, PUSH);
            int pulled = (int) version.item_double();
            if (pulled < 0) {
                clocks[worker] = Long.MAX_VALUE;
            } else {
                staleness.add(staleness.size() - pulled);
                clocks[worker] = (long) done.item_double();
                Tensors.scope(() -> apply.accept(parts()));
                waiting[worker] = true;
            }
            long slowest = Arrays.stream(clocks).min().orElse(0);
            for (int w = 0; w < waiting.length; w++) {
                if (waiting[w] && (bound < 0 || clocks[w] - slowest <= bound)) {
                    send(weights, staleness.size(), 0, w, PULL);
                    waiting[w] = false;
                }
            }
        }
        return staleness;
    }

    /**
     * Pushes a worker's gradients and waits for new weights.
     *
     * @param gradients in the weights' order
     * @param made version of the weights that the gradients were made with, 0 for the initial ones
     * @param step that it ends, 1 for the worker's first
     * @return the new weights' version
     */
    public int exchange(List<Tensor> gradients, int made, long step) {
        send(gradients, made, step, server(), PUSH);
        Tensors.scope(() -> {
            group.receive(message, server(), PULL).await();
            copy(parts(), weights);
        });
        return (int) version.item_double();
    }

    /** Tells the server that this worker is done. */
    public void done() {
        send(weights, -1, 0, server(), PUSH);
    }

    private void send(List<Tensor> parts, int of, long step, int to, int tag) {
        Tensors.scope(() -> {
            copy(parts, parts());
            version.fill_(Tensors.scalar(of));
            done.fill_(Tensors.scalar(step));
            group.send(message, to, tag).await();
        });
    }

    /** The message's parts in the shapes of the weights. */
    private List<Tensor> parts() {
        List<Tensor> parts = new ArrayList<>();
        long offset = 0;
        for (Tensor weight : weights) {
            parts.add(message.narrow(0, offset, weight.numel()).view_as(weight));
            offset += weight.numel();
        }
        return parts;
    }

    private static void copy(List<Tensor> from, List<Tensor> to) {
        Tensors.noGrad(() -> {
            for (int i = 0; i < to.size(); i++) {
                to.get(i).copy_(from.get(i));
            }
        });
    }
}

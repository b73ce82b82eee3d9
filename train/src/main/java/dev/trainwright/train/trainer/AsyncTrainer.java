package dev.trainwright.train.trainer;

import dev.trainwright.cost.Term;
import dev.trainwright.layout.Synchrony;
import dev.trainwright.train.data.Dataset;
import dev.trainwright.train.data.MicroBatch;
import dev.trainwright.train.data.Sampler;
import dev.trainwright.train.engine.Autocast;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.nn.Layer;
import dev.trainwright.train.nn.Network;
import dev.trainwright.train.nn.Parameter;
import dev.trainwright.train.nn.Split;
import dev.trainwright.train.nn.Weights;
import dev.trainwright.train.parallel.Chunk;
import dev.trainwright.train.parallel.Clock;
import dev.trainwright.train.parallel.GradientSync;
import dev.trainwright.train.parallel.LayerRunner;
import dev.trainwright.train.parallel.ParameterServer;
import dev.trainwright.train.parallel.Slot;
import dev.trainwright.train.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.bytedeco.pytorch.Tensor;

/** Asynchronous training: the last rank is the parameter server and holds the optimizer, all others are workers that each step on their own share of the batches. */
public final class AsyncTrainer {
    private final World world;
    private final Recipe recipe;
    private final Dataset data;
    private final Sampler sampler;
    private final long microBatch;
    private final Chunk chunk;
    private final List<Parameter> parameters;
    private final ParameterServer server;
    private final Clock clock;

    /** Every rank calls this with equal arguments. */
    public AsyncTrainer(World world, Network network, Dataset data, Sampler sampler, long microBatch, Recipe recipe) {
        this.world = world;
        clock = new Clock(world.trace());
        this.recipe = recipe;
        this.data = data;
        this.sampler = sampler;
        this.microBatch = microBatch;
        List<Layer> layers = network.layers(new Weights(recipe.seed(), recipe.type(), Split.NONE));
        parameters = Trainer.parameters(layers);
        chunk = new Chunk(layers, LayerRunner.PLAIN, GradientSync.none(List.of()), clock);
        server = new ParameterServer(
                world.everyone(), parameters.stream().map(Parameter::value).toList());
        if (sampler.samples(0) < server.server()) {
            throw new IllegalArgumentException("a batch of " + sampler.samples(0) + " samples cannot be shared by "
                    + server.server() + " workers");
        }
    }

    /** Whether this rank is the server. */
    public boolean serves() {
        return world.identity().rank() == server.server();
    }

    /** Serves until all workers are done; returns how stale each update was. */
    public List<Integer> serve(Synchrony.Asynchronous synchrony) {
        Optimizer optimizer =
                new Optimizer(recipe.rule(), parameters.stream().map(Slot::of).toList());
        long[] update = {0};
        return server.serve(
                gradients -> {
                    for (int i = 0; i < gradients.size(); i++) {
                        parameters.get(i).value().mutable_grad().put(gradients.get(i));
                    }
                    long step = ++update[0];
                    optimizer.step(step, recipe.schedule().at(1 + step / server.server()), 1);
                },
                synchrony.stalenessBound());
    }

    /** Works {@code steps} steps, telling {@code results} of each. */
    public void work(long steps, Consumer<StepResult> results) {
        int[] version = {0};
        for (long step = 1; step <= steps; step++) {
            long now = step;
            world.atStep(step);
            long start = System.nanoTime();
            double[] told = new double[2];
            Tensors.scope(() -> {
                List<MicroBatch> batches = new ArrayList<>();
                clock.run(Term.INPUT, () -> batches.addAll(window(now - 1)));
                told[1] = batches.stream().mapToLong(MicroBatch::counted).sum();
                told[0] = gradients(batches, told[1]) / told[1];
                List<Tensor> gradients =
                        parameters.stream().map(p -> p.value().grad()).toList();
                clock.run(Term.DATA_PARALLEL, () -> version[0] = server.exchange(gradients, version[0], now));
                parameters.forEach(Parameter::clearGradient);
            });
            results.accept(new StepResult(
                    step,
                    told[0],
                    Math.round(told[1]),
                    Double.NaN,
                    recipe.schedule().at(step),
                    (System.nanoTime() - start) * 1e-9,
                    clock.take(),
                    false));
        }
        server.done();
    }

    private double gradients(List<MicroBatch> batches, double counted) {
        double[] loss = {0};
        Autocast.run(recipe.autocast(), () -> {
            for (int i = 0; i < batches.size(); i++) {
                MicroBatch batch = batches.get(i);
                boolean last = i == batches.size() - 1;
                Tensors.scope(() -> {
                    try (Chunk.InFlight flight = chunk.forward(batch.inputs(), batch)) {
                        loss[0] += flight.output().item_double();
                        Tensor seed = Tensors.of(recipe.type(), new double[] {1 / counted}, 1)
                                .squeeze();
                        chunk.backward(flight, seed, last);
                    }
                });
            }
        });
        return loss[0];
    }

    private List<MicroBatch> window(long index) {
        return sampler.microBatches(index, world.identity().rank(), server.server(), microBatch).stream()
                .map(samples -> data.batch(samples, recipe.type()))
                .toList();
    }
}

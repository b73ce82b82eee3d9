package dev.trainwright.train.trainer;

import dev.trainwright.cost.Term;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Schedule;
import dev.trainwright.layout.Synchrony;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.train.data.Dataset;
import dev.trainwright.train.data.MicroBatch;
import dev.trainwright.train.data.Sampler;
import dev.trainwright.train.engine.Autocast;
import dev.trainwright.train.engine.Engine;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.nn.Layer;
import dev.trainwright.train.nn.Network;
import dev.trainwright.train.nn.Parameter;
import dev.trainwright.train.nn.Split;
import dev.trainwright.train.nn.Weights;
import dev.trainwright.train.parallel.Chunk;
import dev.trainwright.train.parallel.Clock;
import dev.trainwright.train.parallel.ExpertParallel;
import dev.trainwright.train.parallel.GradientSync;
import dev.trainwright.train.parallel.LayerRunner;
import dev.trainwright.train.parallel.LocalSgd;
import dev.trainwright.train.parallel.Partition;
import dev.trainwright.train.parallel.Pipeline;
import dev.trainwright.train.parallel.Recompute;
import dev.trainwright.train.parallel.ReplicaMean;
import dev.trainwright.train.parallel.ReplicaReducer;
import dev.trainwright.train.parallel.SelectiveRecompute;
import dev.trainwright.train.parallel.SequenceParallel;
import dev.trainwright.train.parallel.SharedEnds;
import dev.trainwright.train.parallel.Slot;
import dev.trainwright.train.parallel.TensorParallel;
import dev.trainwright.train.parallel.Zero;
import dev.trainwright.train.world.Collectives;
import dev.trainwright.train.world.RankGrid;
import dev.trainwright.train.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/** One rank of a synchronous training run: builds its part of the model and steps it. */
public final class Trainer {
    private final World world;
    private final Layout layout;
    private final Recipe recipe;
    private final Dataset data;
    private final Sampler sampler;
    private final Clock clock;
    private final RankGrid grid;
    private final Collectives tp;
    private final Collectives dp;
    private final Collectives pp;
    private final Collectives shards;
    private final Collectives replicas;
    private final @Nullable SequenceParallel sequence;
    private final @Nullable ExpertParallel experts;
    private final List<Chunk> chunks = new ArrayList<>();
    private final Pipeline pipeline;
    private final Optimizer optimizer;
    private final Gradients gradients;
    private final @Nullable LocalSgd local;

    /**
     * Every rank calls this with equal arguments.
     *
     * @param data what it is trained on
     * @param sampler deals it
     */
    public Trainer(World world, Layout layout, Network network, Dataset data, Sampler sampler, Recipe recipe) {
        this.world = world;
        clock = new Clock(world.trace());
        this.layout = layout;
        this.recipe = recipe;
        this.data = data;
        this.sampler = sampler;
        check();
        grid = RankGrid.of(layout);
        tp = world.group(grid, RankGrid.Axis.TP);
        dp = world.group(grid, RankGrid.Axis.DP);
        pp = world.group(grid, RankGrid.Axis.PP);
        int rank = world.identity().rank();
        int cut = layout.zero() == ZeroStage.NONE ? 1 : layout.shardGroup();
        shards = world.group("shards", grid.block(rank, RankGrid.Axis.DP, cut));
        replicas = world.group("replicas", grid.acrossBlocks(rank, RankGrid.Axis.DP, cut));
        sequence = layout.sequenceParallel() ? new SequenceParallel(tp, clock) : null;
        Split split = tp.size() == 1 ? Split.NONE : sequence == null ? new TensorParallel(tp, clock) : sequence;
        experts = layout.ep() == 1 ? null : experts(rank);
        Weights weights = new Weights(recipe.seed(), recipe.type(), split);
        List<Layer> layers = network.layers(experts == null ? weights : weights.among(experts));
        List<List<Layer>> parts = Partition.of(layers, pp.size() * layout.virtualStages(), layout.stageLayers());
        Set<String> shared = SharedEnds.names(parts);
        for (int v = 0; v < layout.virtualStages(); v++) {
            chunks.add(chunk(parts.get(v * pp.size() + pp.rank()), shared));
        }
        pipeline =
                new Pipeline(pp, chunks, layout.schedule(), inputs -> boundary(network, inputs), recipe.type(), clock);
        List<Slot> slots = slots();
        optimizer = new Optimizer(recipe.rule(), slots);
        gradients = new Gradients(
                slots,
                tp,
                shards,
                replicas,
                pp,
                sequence,
                experts,
                chunks.get(0).sync().factor(),
                ends(shared, slots));
        local = layout.synchrony() instanceof Synchrony.LocalSgd sgd
                ? LocalSgd.diLoCo(dp, optimizer.slots(), sgd.localSteps())
                : null;
        rehearse();
        Engine.returnMemory();
    }

    /** Takes step {@code step}, 1 for the first. */
    public StepResult step(long step) {
        return step(step, false);
    }

    /** The same, telling all ranks whether this one was asked to stop. */
    public StepResult step(long step, boolean stop) {
        world.atStep(step);
        long start = System.nanoTime();
        double[] told = new double[3];
        boolean[] anyStop = new boolean[1];
        Tensors.scope(() -> {
            List<MicroBatch> batches = new ArrayList<>();
            clock.run(Term.INPUT, () -> batches.addAll(window(step - 1)));
            double elements = samples(step - 1) * perSample(batches.get(0));
            double loss = run(batches, elements);
            clock.run(Term.DATA_PARALLEL, () -> {
                Sums sums = sums(start, loss, batches, stop);
                told[0] = sums.loss() / sums.counted();
                told[1] = sums.counted();
                anyStop[0] = sums.stop();
            });
            double counted = local == null
                    ? told[1]
                    : batches.stream().mapToLong(MicroBatch::counted).sum();
            clock.run(Term.OPTIMIZER, () -> told[2] = update(step, elements / counted));
            chunks.forEach(chunk -> chunk.sync().afterStep());
            if (local != null) {
                clock.run(Term.DATA_PARALLEL, () -> local.afterStep(step));
            }
        });
        return new StepResult(
                step,
                told[0],
                Math.round(told[1]),
                told[2],
                recipe.schedule().at(step),
                (System.nanoTime() - start) * 1e-9,
                clock.take(),
                anyStop[0]);
    }

    /** How the model does on {@code held}, all of it; every rank calls it, and all get the same answer. */
    public Evaluation evaluate(Dataset held) {
        return new Evaluator(dp, pp, pipeline, recipe, layout.microBatch()).evaluate(held);
    }

    /** The optimizer with its slots, for checkpoints. */
    public Optimizer optimizer() {
        return optimizer;
    }

    /** Whether this rank is the one that stores {@code slot} in a checkpoint, of all that hold the same. */
    public boolean stores(Slot slot) {
        return gradients.stores(slot);
    }

    /** All parameters that this rank holds a part of. */
    public List<Parameter> parameters() {
        return chunks.stream()
                .flatMap(chunk -> parameters(chunk.layers()).stream())
                .toList();
    }

    /** Brings sharded weights up to date after the slots were loaded from a checkpoint. */
    public void loaded() {
        chunks.forEach(chunk -> chunk.sync().afterStep());
    }

    /** Summed loss and count of the whole global batch, and whether any rank was asked to stop. */
    private record Sums(double loss, double counted, boolean stop) {}

    /**
     * Adds up what every rank has to tell. Of what this rank waited for the others' gradients, the part until the last of them arrived is the straggler's, the rest
     * communication: all ranks left the step before together, so that their arrivals may be compared.
     */
    private Sums sums(long start, double loss, List<MicroBatch> batches, boolean stop) {
        double arrival = chunks.get(0).sync().arrival(start);
        double counted = batches.stream().mapToLong(MicroBatch::counted).sum();
        double[][] all = world.everyone().gather(loss, counted, arrival, stop ? 1 : 0);
        List<Integer> replicas = grid.group(world.identity().rank(), RankGrid.Axis.DP);
        double last = replicas.stream().mapToDouble(rank -> all[rank][2]).max().orElse(arrival);
        double waited = Math.min(clock.booked(Term.DATA_PARALLEL), last - arrival);
        clock.add(Term.STRAGGLER, waited);
        clock.add(Term.DATA_PARALLEL, -waited);
        double lossSum = 0;
        double countedSum = 0;
        boolean anyStop = false;
        for (int rank = 0; rank < all.length; rank++) {
            boolean tells = grid.index(rank, RankGrid.Axis.TP) == 0;
            lossSum += tells ? all[rank][0] : 0;
            countedSum += tells && grid.index(rank, RankGrid.Axis.PP) == 0 ? all[rank][1] : 0;
            anyStop |= all[rank][3] != 0;
        }
        return new Sums(lossSum, countedSum, anyStop);
    }

    /** Samples that a step's gradient is the mean of: all, or this replica's own where replicas step alone. */
    private double samples(long index) {
        return local == null
                ? sampler.samples(index)
                : sampler.microBatches(index, dp.rank(), dp.size(), layout.microBatch()).stream()
                        .mapToInt(batch -> batch.length)
                        .sum();
    }

    private long[] boundary(Network network, Tensor inputs) {
        long[] shape = network.boundary(inputs);
        if (sequence != null) {
            shape[1] /= sequence.sequenceParts();
        }
        return shape;
    }

    private static double perSample(MicroBatch batch) {
        return (double) batch.targets().numel() / batch.targets().size(0);
    }

    private double run(List<MicroBatch> batches, double total) {
        double factor = chunks.get(0).sync().factor();
        double[] loss = new double[1];
        Autocast.run(recipe.autocast(), () -> loss[0] = pipeline.run(batches, 1 / (total * factor)));
        return loss[0];
    }

    /** Gradients were divided by all targets, which every rank knows beforehand; {@code padding} corrects that to those that counted, and is 1 without padding. */
    private double update(long step, double padding) {
        gradients.complete();
        double norm = recipe.clip() > 0 ? padding * gradients.norm() : Double.NaN;
        double clipped = norm > recipe.clip() ? recipe.clip() / (norm + 1e-6) : 1;
        optimizer.step(step, recipe.schedule().at(step), padding * clipped);
        parameters().forEach(Parameter::clearGradient);
        return norm;
    }

    /** This replica's micro-batches; where other replicas have more, or an interleaved pipeline needs a multiple of its stages, empty ones make up the number, since all must take part in every collective. */
    private List<MicroBatch> window(long index) {
        int most = sampler.mostMicroBatches(index, dp.size(), layout.microBatch());
        if (layout.schedule() == Schedule.INTERLEAVED) {
            most = (most + pp.size() - 1) / pp.size() * pp.size();
        }
        List<MicroBatch> batches = new ArrayList<>();
        for (long[] samples : sampler.microBatches(index, dp.rank(), dp.size(), layout.microBatch())) {
            batches.add(data.batch(samples, recipe.type()));
        }
        while (batches.size() < most) {
            batches.add(data.batch(new long[] {0}, recipe.type()).ignored());
        }
        return batches;
    }

    private Chunk chunk(List<Layer> layers, Set<String> shared) {
        LayerRunner runner = LayerRunner.PLAIN;
        GradientSync sync;
        List<Parameter> alike = parameters(layers).stream()
                .filter(parameter -> !parameter.expert())
                .toList();
        if (layout.zero() != ZeroStage.NONE) {
            Zero zero = new Zero(
                    parameter ->
                            parameter.expert() ? Objects.requireNonNull(experts).shards() : shards,
                    replicas,
                    layers,
                    shared,
                    layout.zero(),
                    layout.syncEveryMicroStep(),
                    layout.reshardAfterForward(),
                    layout.overlap().dataParallel(),
                    clock);
            runner = zero;
            sync = zero;
        } else if (dp.size() == 1 || layout.synchrony() instanceof Synchrony.LocalSgd) {
            sync = GradientSync.none(alike.stream().map(Slot::of).toList());
        } else {
            sync = layout.overlap().dataParallel()
                    ? new ReplicaReducer(dp, alike, layout.syncEveryMicroStep(), clock)
                    : new ReplicaMean(dp, alike, layout.syncEveryMicroStep(), clock);
        }
        LayerRunner recomputing = switch (layout.recompute()) {
            case FULL -> new Recompute(runner, clock);
            case SELECTIVE -> new SelectiveRecompute(runner, clock);
            case NONE, SELECTIVE_OPERATIONS -> runner;
        };
        return new Chunk(layers, recomputing, sync, clock);
    }

    private ExpertParallel experts(int rank) {
        List<Integer> alike = grid.acrossBlocks(rank, RankGrid.Axis.STAGE, layout.ep());
        boolean sharded = layout.zero() != ZeroStage.NONE;
        return new ExpertParallel(
                world.group("experts", grid.block(rank, RankGrid.Axis.STAGE, layout.ep())),
                world.group("expert shards", sharded ? alike : List.of(rank)),
                world.group("expert replicas", sharded ? List.of(rank) : alike),
                clock);
    }

    private @Nullable SharedEnds ends(Set<String> shared, List<Slot> slots) {
        boolean end = pp.rank() == 0 || pp.rank() == pp.size() - 1;
        if (shared.isEmpty() || !end) {
            return null;
        }
        List<Integer> stages = grid.group(world.identity().rank(), RankGrid.Axis.PP);
        return new SharedEnds(
                world.group("ends", List.of(stages.get(0), stages.get(stages.size() - 1))),
                slots.stream().filter(slot -> shared.contains(slot.name())).toList(),
                clock);
    }

    private List<Slot> slots() {
        Stream<Slot> reduced = chunks.stream().flatMap(chunk -> chunk.sync().slots().stream());
        Stream<Slot> own = layout.zero() == ZeroStage.NONE
                ? parameters().stream().filter(Parameter::expert).map(Slot::of)
                : Stream.empty();
        return Stream.concat(reduced, own).toList();
    }

    /** Settles the reducers' buckets, see {@link ReplicaReducer}. */
    private void rehearse() {
        if (chunks.get(0).sync() instanceof ReplicaReducer) {
            Tensors.scope(() -> {
                List<MicroBatch> batches = new ArrayList<>();
                for (int i = 0; i < pp.size(); i++) {
                    batches.add(data.batch(new long[] {0}, recipe.type()));
                }
                run(batches, 1);
                for (Chunk chunk : chunks) {
                    ((ReplicaReducer) chunk.sync()).settle();
                }
                parameters().forEach(Parameter::clearGradient);
            });
            clock.take();
        }
    }

    /** The trained parameters of {@code layers}, shared ones once. */
    static List<Parameter> parameters(List<Layer> layers) {
        List<Parameter> all = new ArrayList<>();
        for (Layer layer : layers) {
            for (Parameter parameter : layer.parameters()) {
                if (parameter.trained() && all.stream().noneMatch(p -> p.name().equals(parameter.name()))) {
                    all.add(parameter);
                }
            }
        }
        return all;
    }

    private void check() {
        List<String> problems = new ArrayList<>();
        if (layout.devices() != world.identity().world()) {
            problems.add("the layout is for " + layout.devices() + " ranks, and "
                    + world.identity().world() + " were started ("
                    + world.identity().source() + ")");
        }
        problems.addAll(Unsupported.in(layout));
        if (layout.synchrony() instanceof Synchrony.Asynchronous) {
            problems.add("asynchronous workers are not stepped together");
        }
        if (layout.synchrony() instanceof Synchrony.LocalSgd && sampler.samples(0) < layout.dp()) {
            problems.add("local steps need at least one sample a replica");
        }
        if (!problems.isEmpty()) {
            throw new UnsupportedOperationException(String.join("; ", problems));
        }
    }
}

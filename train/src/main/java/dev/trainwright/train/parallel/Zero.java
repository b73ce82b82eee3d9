package dev.trainwright.train.parallel;

import dev.trainwright.cost.Term;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.train.nn.Layer;
import dev.trainwright.train.nn.Parameter;
import dev.trainwright.train.nn.Pass;
import dev.trainwright.train.world.Collectives;
import dev.trainwright.train.world.Pending;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.bytedeco.pytorch.Tensor;

/**
 * ZeRO (Rajbhandari et al., arXiv 1910.02054) with one unit a layer: optimizer state is sharded over the replicas (stage 1), gradients too (2), weights too (3).
 * A layer's gradients are scattered as soon as its backward pass is done, while the layer before it runs; those of one layer more are under way at most.
 */
public final class Zero implements GradientSync, LayerRunner {
    private final Collectives replicas;
    private final ZeroStage stage;
    private final boolean syncEvery;
    private final boolean reshard;
    private final boolean overlap;
    private final Clock clock;
    private final IdentityHashMap<Layer, List<ZeroUnit>> owned = new IdentityHashMap<>();
    private final IdentityHashMap<Layer, List<ZeroUnit>> used = new IdentityHashMap<>();
    private final List<ZeroUnit> units = new ArrayList<>();
    private final Set<ZeroUnit> scattered = new HashSet<>();
    private final Deque<Runnable> landing = new ArrayDeque<>();
    private final Flat.Spare spare = new Flat.Spare();
    private boolean scatter;

    /**
     * Over the replicas that {@code group} tells for each parameter, and summed over {@code replicas} that hold the same shard (hybrid sharding, HSDP: Zhao et al., arXiv 2304.11277, section 3.2.2).
     *
     * @param shared names of parameters that another stage holds, too: units of their own, so that both stages cut them alike
     * @param syncEvery whether gradients are scattered in every micro-step, which stages 2 and 3 need to keep no whole ones
     * @param reshard whether stage 3 frees a layer's weights between its forward and its backward pass
     * @param overlap whether a layer's gradients are scattered while earlier layers' backward passes run
     */
    public Zero(
            Function<Parameter, Collectives> group,
            Collectives replicas,
            List<Layer> layers,
            Set<String> shared,
            ZeroStage stage,
            boolean syncEvery,
            boolean reshard,
            boolean overlap,
            Clock clock) {
        this.replicas = replicas;
        this.stage = stage;
        this.syncEvery = syncEvery;
        this.reshard = reshard;
        this.overlap = overlap;
        this.clock = clock;
        IdentityHashMap<Tensor, ZeroUnit> unitOf = new IdentityHashMap<>();
        for (Layer layer : layers) {
            List<ZeroUnit> own = new ArrayList<>();
            List<Parameter> fresh = layer.parameters().stream()
                    .filter(p -> p.trained() && !unitOf.containsKey(p.value()))
                    .toList();
            for (List<Parameter> together : units(fresh, shared)) {
                Parameter any = together.get(0);
                ZeroUnit unit = new ZeroUnit(units.size(), group.apply(any), together, any.replicated(), spare);
                together.forEach(p -> unitOf.put(p.value(), unit));
                units.add(unit);
                own.add(unit);
                if (stage == ZeroStage.ZERO_3) {
                    unit.release();
                }
            }
            owned.put(layer, own);
            used.put(
                    layer,
                    layer.parameters().stream()
                            .filter(Parameter::trained)
                            .map(p -> unitOf.get(p.value()))
                            .distinct()
                            .toList());
        }
    }

    private static List<List<Parameter>> units(List<Parameter> parameters, Set<String> shared) {
        List<List<Parameter>> units = new ArrayList<>();
        parameters.stream().filter(p -> shared.contains(p.name())).map(List::of).forEach(units::add);
        parameters.stream()
                .filter(p -> !shared.contains(p.name()))
                .collect(Collectors.groupingBy(
                        p -> (p.expert() ? 2 : 0) + (p.replicated() ? 1 : 0), TreeMap::new, Collectors.toList()))
                .values()
                .forEach(units::add);
        return units;
    }

    @Override
    public Tensor run(Layer layer, Tensor x, Pass pass) {
        gather(layer);
        Tensor input = x.requires_grad()
                ? pass.tape().onGradient(x, gradient -> {
                    if (overlap) {
                        scatter(owned.getOrDefault(layer, List.of()));
                    }
                    release(layer);
                    return gradient;
                })
                : x;
        Tensor y = layer.forward(input, pass);
        boolean backward = y.requires_grad();
        if (reshard || !backward) {
            release(layer);
        }
        if (stage == ZeroStage.ZERO_3 && backward) {
            pass.tape().observe(y, gradient -> {
                gather(layer);
                return gradient;
            });
        }
        return y;
    }

    @Override
    public void beforeBackward(boolean last) {
        scatter = last || syncEvery;
        scattered.clear();
    }

    @Override
    public void afterBackward(boolean last) {
        scatter(units);
        if (stage == ZeroStage.ZERO_3) {
            units.forEach(ZeroUnit::release);
        }
        land(0);
        if (last) {
            clock.run(
                    Term.DATA_PARALLEL,
                    () -> slots().stream()
                            .map(slot -> replicas.allReduceAsync(slot.gradient().get()))
                            .toList()
                            .forEach(Pending::await));
        }
    }

    /** Stages 1 and 2 gather the updated weights; stage 3 will when they are used. */
    @Override
    public void afterStep() {
        if (stage != ZeroStage.ZERO_3) {
            clock.run(
                    Term.DATA_PARALLEL,
                    () -> units.stream().map(ZeroUnit::gather).toList().forEach(Pending::await));
        }
        units.forEach(ZeroUnit::clearGradients);
    }

    @Override
    public List<Slot> slots() {
        return units.stream().map(ZeroUnit::slot).toList();
    }

    /** Bytes of the most whole units, weights and gradients, that were there at once; all have been freed. */
    long mostBytes() {
        return spare.bytes();
    }

    private void gather(Layer layer) {
        if (stage == ZeroStage.ZERO_3) {
            clock.run(
                    Term.DATA_PARALLEL,
                    () -> used.getOrDefault(layer, List.of()).stream()
                            .filter(unit -> !unit.whole())
                            .map(ZeroUnit::gather)
                            .toList()
                            .forEach(Pending::await));
        }
    }

    private void release(Layer layer) {
        if (stage == ZeroStage.ZERO_3) {
            used.getOrDefault(layer, List.of()).forEach(ZeroUnit::release);
        }
    }

    private void scatter(List<ZeroUnit> of) {
        int before = landing.size();
        for (ZeroUnit unit : of) {
            if (scatter && scattered.add(unit)) {
                landing.add(unit.scatter());
            }
        }
        land(landing.size() - before);
    }

    /** Waits until at most {@code left} units' gradients are under way. */
    private void land(int left) {
        clock.run(Term.DATA_PARALLEL, () -> {
            while (landing.size() > left) {
                landing.remove().run();
            }
        });
    }
}

package dev.trainwright.plan;

import dev.trainwright.cluster.Cluster;
import dev.trainwright.job.Job;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Overlap;
import dev.trainwright.layout.Recompute;
import dev.trainwright.layout.Schedule;
import dev.trainwright.layout.Synchrony;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.workload.MeasuredModel;
import dev.trainwright.workload.MixtureOfExperts;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The space of a job: everything that its model, batch and cluster allow and the limits leave open. */
public final class Spaces {
    private Spaces() {}

    /** The space of {@code job}'s workload on {@code cluster}, which is the job's or a part of it. A layout that the job states says what its runtime can overlap. */
    public static Space of(Job job, Cluster cluster, Limits limits) {
        Workload workload = job.workload();
        Layout stated = job.layout();
        int devices = cluster.devices();
        boolean splits = workload.model() instanceof Transformer;
        int layers = workload.model() instanceof Transformer model
                ? model.stacks().stream().mapToInt(s -> s.layers()).sum() + 2
                : 1;
        return new Space(
                devices,
                degrees(cluster, splits, Math.min(layers, limits.most().pp()), limits),
                splits ? divisors(experts(workload), limits.most().ep()) : List.of(1),
                splits ? List.of(false, true) : List.of(false),
                LongStream.rangeClosed(
                                1,
                                Math.min(workload.batch().size(), limits.most().microBatch()))
                        .filter(b -> workload.batch().size() % b == 0)
                        .boxed()
                        .toList(),
                splits
                        ? Stream.of(Recompute.values())
                                .filter(limits.recompute()::contains)
                                .toList()
                        : List.of(Recompute.NONE),
                orders(layers, Math.min(devices, limits.most().pp()), limits),
                spreads(workload, devices).stream()
                        .filter(s -> limits.zero().contains(s.zero()))
                        .toList(),
                offload(cluster, limits),
                stated == null ? Overlap.DEFAULT : stated.overlap(),
                stated == null ? Synchrony.SYNCHRONOUS : stated.synchrony());
    }

    /** Every tp, cp and pp whose product divides the devices, tp inside a node. */
    private static List<Space.Degrees> degrees(Cluster cluster, boolean splits, int stages, Limits limits) {
        int devices = cluster.devices();
        if (!splits) {
            return List.of(new Space.Degrees(1, 1, 1));
        }
        List<Space.Degrees> degrees = new ArrayList<>();
        for (int tp : divisors(devices, limits.most().tp())) {
            if (!limits.tensorAcrossNodes() && devicesPerNode(cluster) % tp != 0) {
                continue;
            }
            for (int cp : divisors(devices / tp, limits.most().cp())) {
                divisors(devices / tp / cp, stages).forEach(pp -> degrees.add(new Space.Degrees(tp, cp, pp)));
            }
        }
        return degrees;
    }

    private static List<Offload> offload(Cluster cluster, Limits limits) {
        boolean known = cluster.pools().stream().allMatch(p -> p.type().host().canHoldState());
        return Stream.of(Offload.values())
                .filter(where ->
                        where == Offload.NONE || (known && limits.offload().contains(where)))
                .toList();
    }

    private static int devicesPerNode(Cluster cluster) {
        return cluster.pools().stream().mapToInt(p -> p.type().devices()).min().orElse(1);
    }

    /** Experts of the layers that have any; 1 where none do. */
    private static int experts(Workload workload) {
        return workload.model() instanceof Transformer model
                ? model.stacks().stream()
                        .flatMap(s -> s.groups().stream())
                        .mapToInt(g -> g.layer().feedForward() instanceof MixtureOfExperts moe ? moe.experts() : 1)
                        .max()
                        .orElse(1)
                : 1;
    }

    /** Every schedule, interleaving in as many chunks as two stages could have. */
    private static List<Order> orders(int layers, int stages, Limits limits) {
        List<Order> orders = new ArrayList<>();
        orders.add(new Order(Schedule.ONE_F_ONE_B, 1));
        if (stages > 1) {
            orders.add(new Order(Schedule.GPIPE, 1));
            orders.add(new Order(Schedule.ZB_H1, 1));
            orders.add(new Order(Schedule.ZB_H2, 1));
            for (int chunks = 2; 2 * chunks <= layers; chunks++) {
                orders.add(new Order(Schedule.INTERLEAVED, chunks));
            }
        }
        orders.removeIf(order ->
                order.schedule() != Schedule.ONE_F_ONE_B && !limits.schedules().contains(order.schedule()));
        return orders;
    }

    /** Where synchronisation was measured, what it did is not known: it stays as it is. */
    private static List<Spread> spreads(Workload workload, int devices) {
        List<Spread> spreads = new ArrayList<>();
        spreads.add(new Spread(ZeroStage.NONE, Spread.ALL, true, false));
        boolean given = workload.model() instanceof MeasuredModel measured && measured.commSeconds() != null;
        if (devices > 1 && !given) {
            spreads.add(new Spread(ZeroStage.ZERO_1, Spread.ALL, true, false));
            spreads.add(new Spread(ZeroStage.ZERO_2, Spread.ALL, true, true));
            fullySharded(spreads, Spread.ALL);
            divisors(devices, devices - 1).stream().filter(g -> g > 1).forEach(g -> fullySharded(spreads, g));
        }
        return spreads;
    }

    private static void fullySharded(List<Spread> spreads, int group) {
        for (boolean reshard : new boolean[] {true, false}) {
            for (boolean everyStep : new boolean[] {false, true}) {
                spreads.add(new Spread(ZeroStage.ZERO_3, group, reshard, everyStep));
            }
        }
    }

    private static List<Integer> divisors(int n, int limit) {
        List<Integer> divisors = new ArrayList<>();
        for (int d = 1; d <= Math.min(n, limit); d++) {
            if (n % d == 0) {
                divisors.add(d);
            }
        }
        return divisors;
    }
}

package dev.trainwright.forecast;

import static dev.trainwright.forecast.Steps.bytes;
import static dev.trainwright.forecast.Steps.count;
import static dev.trainwright.forecast.Steps.operand;
import static dev.trainwright.forecast.Steps.ratio;
import static dev.trainwright.forecast.Steps.seconds;
import static dev.trainwright.quantity.Dimension.BYTES_PER_SECOND;
import static dev.trainwright.quantity.Dimension.FACTOR;
import static dev.trainwright.quantity.Dimension.SECONDS;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.cost.DataParallel;
import dev.trainwright.cost.Fabric;
import dev.trainwright.cost.Group;
import dev.trainwright.cost.OffloadCost;
import dev.trainwright.cost.OptimizerCost;
import dev.trainwright.cost.Term;
import dev.trainwright.forecast.Explanation.Found;
import dev.trainwright.forecast.Step.Operand;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Synchrony;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.spine.BoundedStaleness;
import dev.trainwright.spine.OrderStatistics;
import dev.trainwright.workload.MeasuredModel;
import dev.trainwright.workload.Optimizer;
import dev.trainwright.workload.Workload;
import java.util.ArrayList;
import java.util.List;

/** Steps of what an iteration costs besides its micro-batches: agreeing on the weights, waiting, updating. */
final class SyncSteps {
    private static final String ALPHA_BETA = "alpha-beta model (Thakur, Rabenseifner and Gropp 2005)";

    private final Found found;
    private final Layout layout;
    private final Workload workload;
    private final Steps steps = new Steps();

    private SyncSteps(Found found) {
        this.found = found;
        this.layout = found.forecast().layout();
        this.workload = found.forecast().job().workload();
    }

    static List<Step> from(Found found) {
        var sync = new SyncSteps(found);
        if (found.has(Term.DATA_PARALLEL)) {
            sync.dataParallel();
        }
        sync.straggler();
        sync.optimizer();
        sync.offload();
        sync.input();
        sync.total();
        return sync.steps.all();
    }

    private void dataParallel() {
        boolean given = workload.model() instanceof MeasuredModel measured && measured.commSeconds() != null;
        if (given) {
            add(Term.DATA_PARALLEL, "the job's measured synchronisation:", "measured", "it was measured");
        } else if (layout.synchrony() instanceof Synchrony.Synchronous) {
            collectives();
        } else if (layout.synchrony() instanceof Synchrony.LocalSgd local) {
            add(
                    Term.DATA_PARALLEL,
                    "T / H",
                    "Stich, arXiv 1805.09767",
                    "replicas average their weights every H steps",
                    seconds("T", found.term(Term.DATA_PARALLEL) * local.localSteps(), "all-reduce of the weights"),
                    count("H", local.localSteps(), "local steps"));
        } else {
            add(
                    Term.DATA_PARALLEL,
                    "longer of a worker's own push and pull and the servers' share of all workers':",
                    "Li et al., OSDI 2014",
                    "the servers' ports carry every worker's gradients and weights");
        }
    }

    private void collectives() {
        DataParallel.Load load = slowestLoad();
        DataParallel.Groups groups = found.iteration().groups();
        Fabric fabric = found.evaluator().machine().fabric();
        var precision = workload.precision();
        Calibration.Network network = found.forecast().calibration().network();
        boolean hides = layout.overlap().dataParallel();
        double overlap = hides ? network.overlap() : 0;
        double drag = hides ? network.drag() : 0;
        ZeroStage zero = layout.zero();
        Group dense = zero == ZeroStage.ZERO_3 ? groups.shard() : groups.dense();
        double reduce = DataParallel.reduceSeconds(layout.sharding(), groups, load, precision, fabric);
        double gather = DataParallel.gatherSeconds(layout.sharding(), groups, load, precision, fabric);
        collective(
                zero == ZeroStage.NONE ? "All-reduce of the gradients" : "Reduce-scatter of the gradients",
                (load.trained() + load.trainedExperts())
                        * precision.gradientReduce().bytes(),
                dense,
                reduce);
        List<Operand> operands = new ArrayList<>(List.of(
                seconds("C", reduce, "one reduction"),
                seconds("w", load.backwardSeconds() * overlap, "backward that it may hide behind"),
                count("u", load.units(), "units, the last of which nothing hides"),
                ratio("d", drag, "by which compute slows beside communication")));
        String reduced = hides ? "max(C / u, C - w) + d x (C - max(C / u, C - w))" : "C";
        int m = load.microBatches();
        int reductions = layout.syncEveryMicroStep() ? m : 1;
        operands.add(count("r", reductions, "reductions of an iteration"));
        String formula = "r x (" + reduced + ")";
        if (zero != ZeroStage.NONE) {
            collective(
                    "All-gather of the weights",
                    (zero == ZeroStage.ZERO_3
                                    ? load.parameters() + load.expertParameters()
                                    : load.trained() + load.trainedExperts())
                            * precision.parameterGather().bytes(),
                    dense,
                    gather);
            operands.add(seconds("G", gather, "one gather"));
            operands.add(seconds("v", load.forwardSeconds() * overlap, "forward that it may hide behind"));
            formula += hides && fabric.engine().gathersAhead()
                    ? " + max(G / u, G - v) + d x (G - max(G / u, G - v))"
                    : " + G";
        }
        if (zero == ZeroStage.ZERO_3) {
            double across = DataParallel.replicaSeconds(groups, load, precision, fabric);
            formula = "m x gather in forward, m x gather and reduction in backward, the last with the replicas' "
                    + "all-reduce; of each what outlasts the compute beside it, at least one of u units, and the drag"
                    + (fabric.engine().gathersAhead() ? ":" : "; gathers are waited for in full:");
            operands.add(count("m", m, "micro-batches"));
            operands.add(seconds("A", across, "all-reduce between replicas of the shard group"));
        }
        add(
                Term.DATA_PARALLEL,
                formula,
                zero == ZeroStage.NONE
                        ? "Li et al., arXiv 2006.15704 (buckets behind backward)"
                        : "Rajbhandari et al., arXiv 1910.02054",
                "communication counts only where nothing hides it",
                operands.toArray(Operand[]::new));
    }

    private void collective(String what, double moved, Group group, double value) {
        Fabric fabric = found.evaluator().machine().fabric();
        steps.add(
                "",
                what,
                "best of ring, tree and switch, of which the ring: (root of V + root of L)^2 + call, V = 2 (n-1)/n x bytes /"
                        + " bandwidth, L = 2 (n-1) x latency (half of both for gather and scatter):",
                value,
                SECONDS,
                ALPHA_BETA,
                group.crossesNodes()
                        ? "the group leaves the node and shares its ports"
                        : "the group stays inside the node",
                count("n", group.size(), "ranks, " + group.perNode() + " of them in each node"),
                bytes("bytes", moved, "on a rank"),
                operand(
                        "bandwidth",
                        group.crossesNodes()
                                ? fabric.interBandwidth() * group.perNode() / fabric.devicesPerNode()
                                : fabric.inside(group.size()),
                        BYTES_PER_SECOND,
                        group.crossesNodes() ? "between nodes" : "inside the node"));
    }

    /** The kind of stage whose exposed communication is longest, which all others wait for. */
    private DataParallel.Load slowestLoad() {
        DataParallel.Load slowest = found.iteration().loads()[0];
        double longest = -1;
        for (DataParallel.Load load : found.iteration().loads()) {
            double seconds = DataParallel.exposedSeconds(
                    layout.sharding(),
                    found.iteration().groups(),
                    layout.overlap().dataParallel(),
                    load,
                    workload.precision(),
                    found.evaluator().machine().fabric(),
                    found.forecast().calibration().network());
            if (seconds > longest) {
                longest = seconds;
                slowest = load;
            }
        }
        return slowest;
    }

    private void straggler() {
        if (!found.has(Term.STRAGGLER)) {
            return;
        }
        int workers = layout.dp() * layout.cp();
        Operand expected = operand(
                "E",
                OrderStatistics.standardNormal(workers - spared(), workers),
                FACTOR,
                "standard deviations by which the last of " + workers
                        + " workers that is waited for is expected to be late");
        Operand variation = ratio("c", found.evaluator().jitter(), "coefficient of variation of a worker's time");
        Operand mean = seconds("T", found.iteration().pipeline().seconds(), "a worker's mean time");
        if (layout.synchrony() instanceof Synchrony.Asynchronous async) {
            add(
                    Term.STRAGGLER,
                    "c T / (1 / E + 2 s / (c H))",
                    "stale synchronous parallel (Ho et al. 2013); order statistics and reflected Brownian motion",
                    "a worker that is s updates ahead of the slowest waits for it",
                    expected,
                    variation,
                    mean,
                    count("s", async.stalenessBound(), "updates that a worker may be ahead"),
                    operand("H", BoundedStaleness.harmonic(workers), FACTOR, "1 + 1/2 + ... + 1/(workers - 1)"));
        } else {
            add(
                    Term.STRAGGLER,
                    "E x c x T",
                    "order statistics of the normal distribution (David and Nagaraja 2003)",
                    "a synchronous step waits for its slowest replica",
                    expected,
                    variation,
                    mean);
        }
    }

    /** Workers that are not waited for. */
    private int spared() {
        return layout.synchrony() instanceof Synchrony.Synchronous sync ? sync.backupWorkers() * layout.cp() : 0;
    }

    private void optimizer() {
        if (!found.has(Term.OPTIMIZER)) {
            return;
        }
        double parameters =
                layout.offload() == Offload.NONE ? found.iteration().updatedParameters(layout.sharding()) : 0;
        var rates = found.evaluator().machine().rates();
        double fixed = found.forecast().calibration().compute().stepSeconds();
        boolean muon = workload.optimizer() == Optimizer.MUON;
        add(
                Term.OPTIMIZER,
                muon ? "memory traffic, Newton-Schulz products and the step's fixed time:" : "P x t / w + s",
                muon ? "Jordan et al. 2024" : "bytes touched over memory bandwidth",
                "an update reads and writes every state of the rank's share once",
                count("P", parameters, "parameters that a rank updates"),
                bytes(
                        "t",
                        OptimizerCost.bytesPerParameter(workload.optimizer(), workload.precision())
                                * rates.optimizerTraffic(),
                        "moved for one"),
                operand("w", rates.memoryBytes(), BYTES_PER_SECOND, "memory bandwidth reached"),
                seconds("s", fixed, "whatever its size: clipping, logging, loader"));
    }

    private void offload() {
        if (!found.has(Term.OFFLOAD)) {
            return;
        }
        double parameters = found.iteration().updatedParameters(layout.sharding());
        var host = found.evaluator().machine().host();
        steps.add(
                "",
                "Update by the host",
                "P x t / w",
                OffloadCost.updateSeconds(parameters, workload.optimizer(), workload.precision(), host),
                SECONDS,
                "Ren et al., arXiv 2101.06840",
                "the host's memory holds the states, so the host updates them",
                count("P", parameters, "parameters of the rank's share"),
                bytes(
                        "t",
                        OptimizerCost.bytesPerParameter(workload.optimizer(), workload.precision())
                                + workload.precision().parameters().bytes(),
                        "touched for one"),
                operand("w", host.memoryBytes(), BYTES_PER_SECOND, "host memory bandwidth for one device"));
        add(
                Term.OFFLOAD,
                "what outlasts backward of the gradients' way out, at least the last unit's, then the longer of the"
                        + " host's update and the weights' way back, and offloaded weights for every pass:",
                "Ren et al., arXiv 2101.06840",
                "transfers count only where nothing hides them",
                seconds(
                        "c",
                        OffloadCost.copySeconds(parameters, workload.precision(), host),
                        "one copy between device and host"));
    }

    private void input() {
        if (found.has(Term.INPUT)) {
            add(
                    Term.INPUT,
                    "max(T, L) - T",
                    "docs/cost-model.md",
                    "the next batch loads meanwhile; what it takes longer is waited for",
                    seconds("L", workload.loadSeconds(), "loading of an iteration's input"),
                    seconds(
                            "T",
                            found.evaluation().seconds() - found.term(Term.INPUT) - found.term(Term.STRAGGLER),
                            "the other terms"));
        }
    }

    private void total() {
        List<Operand> operands = new ArrayList<>();
        List<String> symbols = new ArrayList<>();
        for (Term term : Term.values()) {
            if (found.has(term)) {
                symbols.add("T" + (term.ordinal() + 1));
                operands.add(seconds("T" + (term.ordinal() + 1), found.term(term), term.label()));
            }
        }
        steps.add(
                "iteration.seconds",
                "One iteration",
                String.join(" + ", symbols),
                found.evaluation().seconds(),
                SECONDS,
                "the terms partition the wall time",
                "each instant belongs to one term, so they add up",
                operands.toArray(Operand[]::new));
    }

    private void add(Term term, String formula, String source, String why, Operand... operands) {
        String label = term.label();
        steps.add(
                Explanation.key(term),
                Character.toUpperCase(label.charAt(0)) + label.substring(1) + ", exposed",
                formula,
                found.term(term),
                SECONDS,
                source,
                why,
                operands);
    }
}

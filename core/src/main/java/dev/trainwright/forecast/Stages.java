package dev.trainwright.forecast;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.cost.ConvCosting;
import dev.trainwright.cost.EdgeCosting;
import dev.trainwright.cost.LayerCost;
import dev.trainwright.cost.LayerCosting;
import dev.trainwright.cost.Pipeline;
import dev.trainwright.cost.Split;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.StageLayers;
import dev.trainwright.workload.ConvNet;
import dev.trainwright.workload.FineTuning;
import dev.trainwright.workload.Layer;
import dev.trainwright.workload.LayerGroup;
import dev.trainwright.workload.MeasuredModel;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The cost of every pipeline stage for one micro-batch under one {@link Split}: layers costed once for each kind and multiplied, stages
 * of the same layers summed once.
 */
final class Stages {
    private final LayerCost embedding;
    private final LayerCost head;
    /** Distinct costs of a layer. */
    private final LayerCost[] kinds;
    /** Of each layer, which of them it is. */
    private final int[] kind;

    private final LayerCost tiedTable;
    private final LayerCost widest;

    private Stages(LayerCost embedding, List<LayerCost> layers, LayerCost head, LayerCost tiedTable) {
        this.embedding = embedding;
        this.head = head;
        this.tiedTable = tiedTable;
        List<LayerCost> distinct = layers.stream().distinct().toList();
        this.kinds = distinct.toArray(LayerCost[]::new);
        this.kind = layers.stream().mapToInt(distinct::indexOf).toArray();
        LayerCost most = LayerCost.ZERO;
        for (LayerCost layer : kinds) {
            if (layer.parameters() + layer.expertParameters() > most.parameters() + most.expertParameters()) {
                most = layer;
            }
        }
        this.widest = most;
    }

    /** Costs {@code workload}'s model on {@code machine}. */
    static Stages of(Workload workload, Split split, Machine machine, Calibration calibration) {
        if (workload.model() instanceof Transformer model) {
            return transformer(model, workload, split, machine, calibration);
        }
        if (workload.model() instanceof ConvNet net) {
            return new Stages(
                    LayerCost.ZERO,
                    List.of(ConvCosting.of(net, split.microBatch(), workload, machine.rates())),
                    LayerCost.ZERO,
                    LayerCost.ZERO);
        }
        return new Stages(
                LayerCost.ZERO,
                List.of(measured((MeasuredModel) workload.model(), workload, split)),
                LayerCost.ZERO,
                LayerCost.ZERO);
    }

    /** A third of the measured time is called forward, as for a matrix product, whose backward is two of the same size. */
    private static LayerCost measured(MeasuredModel model, Workload workload, Split split) {
        double seconds =
                model.computeSeconds() * split.microBatch() / workload.batch().size();
        double parameters =
                model.gradientBytes() / workload.precision().gradientReduce().bytes();
        return new LayerCost(
                seconds / 3,
                seconds / 3,
                seconds / 3,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                parameters,
                0,
                parameters,
                0);
    }

    private static Stages transformer(
            Transformer model, Workload workload, Split split, Machine machine, Calibration calibration) {
        Map<Layer, LayerCost> known = new HashMap<>();
        List<LayerCost> layers = new ArrayList<>();
        LayerCost embedding = LayerCost.ZERO;
        for (Stack stack : model.stacks()) {
            if (!stack.ofTokens()) {
                embedding = embedding.plus(weightsOnly(stack));
                continue;
            }
            embedding =
                    embedding.plus(EdgeCosting.embedding(stack, workload, split, machine.rates(), machine.fabric()));
            for (LayerGroup group : stack.groups()) {
                LayerCost cost = known.computeIfAbsent(
                        group.layer(),
                        layer -> LayerCosting.of(
                                layer,
                                stack.hidden(),
                                workload.sequence(),
                                workload,
                                split,
                                machine.rates(),
                                machine.fabric()));
                for (int i = 0; i < group.count(); i++) {
                    layers.add(group.shared() && i > 0 ? withoutWeights(cost) : cost);
                }
            }
        }
        LayerCost head = EdgeCosting.head(
                model.head(), model.main(), workload, split, machine.rates(), machine.fabric(), calibration.memory());
        return new Stages(embedding, layers, head, tiedTable(model, workload, split));
    }

    /** The last stage's own copy of a token table that the first stage holds too (Megatron-LM); it is trained where the first is. */
    private static LayerCost tiedTable(Transformer model, Workload workload, Split split) {
        if (!model.head().tied()) {
            return LayerCost.ZERO;
        }
        double parameters = (double) model.head().vocab() * model.main().hidden() / split.tp();
        double trained = workload.fineTuning() instanceof FineTuning.LowRank ? 0 : parameters;
        return new LayerCost(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, parameters, 0, trained, 0);
    }

    /** A vision tower's tokens are not in the job file: its weights count, its compute is left out by name. */
    private static LayerCost weightsOnly(Stack stack) {
        double parameters = stack.embeddingParameters() + stack.finalNormParameters();
        for (LayerGroup group : stack.groups()) {
            Layer layer = group.layer();
            parameters += group.count()
                    * (layer.mixer().parameters(stack.hidden())
                            + layer.feedForward().parameters(stack.hidden())
                            + (double) layer.normParameters());
        }
        return new LayerCost(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, parameters, 0, parameters, 0);
    }

    private static LayerCost withoutWeights(LayerCost c) {
        return c.plus(new LayerCost(
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                -c.parameters(),
                -c.expertParameters(),
                -c.trained(),
                -c.trainedExperts()));
    }

    /**
     * The cost of each stage's layers; chunk c of stage r is chunk c p + r of the model. Without a division of the user's own it is {@link StageLayers#even}.
     * Neighbours with the same layers are one object.
     */
    LayerCost[] stages(Layout layout) {
        int p = layout.pp();
        int[] sizes = sizes(layout);
        int[][] counts = new int[p][kinds.length];
        int layer = 0;
        for (int chunk = 0; chunk < sizes.length; chunk++) {
            for (int i = 0; i < sizes[chunk]; i++) {
                counts[chunk % p][kind[layer++]]++;
            }
        }
        LayerCost[] stages = new LayerCost[p];
        for (int r = 0; r < p; r++) {
            stages[r] = r > 0 && Arrays.equals(counts[r], counts[r - 1]) ? stages[r - 1] : sum(counts[r]);
        }
        stages[0] = embedding.plus(stages[0]);
        stages[p - 1] = stages[p - 1].plus(head);
        if (p > 1) {
            stages[p - 1] = stages[p - 1].plus(tiedTable);
        }
        return stages;
    }

    /** Token tables and head of {@code stage} of {@code p}, parameters. */
    double tables(int stage, int p) {
        double tables = stage == 0 ? embedding.parameters() : 0;
        return tables + (stage == p - 1 ? head.parameters() + (p > 1 ? tiedTable.parameters() : 0) : 0);
    }

    /**
     * Bytes of activations that {@code stage} holds at its peak, the loss and its inputs left out.
     *
     * @param cost all of the stage
     */
    double inFlightBytes(Layout layout, LayerCost cost, int stage, int m) {
        int p = layout.pp();
        int v = layout.virtualStages();
        int inFlight = Pipeline.inFlight(layout.schedule(), p, stage, m, v);
        double saved = cost.savedBytes() - (stage == p - 1 ? head.savedBytes() : 0);
        if (v == 1 || inFlight == m * v || (layout.stageLayers().isEmpty() && kind.length % (p * v) == 0)) {
            return inFlight * saved / v;
        }
        int[] sizes = sizes(layout);
        double bytes = 0;
        int layer = 0;
        for (int chunk = 0; chunk < sizes.length; chunk++) {
            double own = chunk == 0 ? embedding.savedBytes() : 0;
            for (int i = 0; i < sizes[chunk]; i++) {
                own += kinds[kind[layer++]].savedBytes();
            }
            if (chunk % p == stage) {
                bytes += Pipeline.chunkInFlight(inFlight, p, chunk / p, v) * own;
            }
        }
        return bytes;
    }

    private int[] sizes(Layout layout) {
        return layout.stageLayers().isEmpty()
                ? StageLayers.even(kind.length, layout.pp() * layout.virtualStages())
                : layout.stageLayers().stream().mapToInt(Integer::intValue).toArray();
    }

    private LayerCost sum(int[] counts) {
        LayerCost sum = LayerCost.ZERO;
        for (int i = 0; i < counts.length; i++) {
            sum = sum.plus(kinds[i].times(counts[i]));
        }
        return sum;
    }

    /** The layer with most parameters on a rank. */
    LayerCost widest() {
        return widest;
    }

    /** The head and loss. */
    LayerCost head() {
        return head;
    }

    /** Everything on one device. */
    LayerCost whole() {
        int[] counts = new int[kinds.length];
        for (int k : kind) {
            counts[k]++;
        }
        return embedding.plus(sum(counts)).plus(head);
    }
}

package dev.trainwright.forecast;

import static dev.trainwright.forecast.Steps.bytes;
import static dev.trainwright.forecast.Steps.count;
import static dev.trainwright.forecast.Steps.operand;
import static dev.trainwright.forecast.Steps.ratio;
import static dev.trainwright.quantity.Dimension.BYTES;
import static dev.trainwright.quantity.Dimension.FACTOR;

import dev.trainwright.cost.FlatBuffers;
import dev.trainwright.cost.MemoryPart;
import dev.trainwright.cost.ModelStates;
import dev.trainwright.cost.Pipeline;
import dev.trainwright.forecast.Explanation.Found;
import dev.trainwright.forecast.Step.Operand;
import dev.trainwright.layout.Layout;
import dev.trainwright.workload.NumberFormat;
import dev.trainwright.workload.Workload;
import java.util.ArrayList;
import java.util.List;

/** Steps of the fullest device's memory, part by part. */
final class MemorySteps {
    private static final String ZERO = "Rajbhandari et al., arXiv 1910.02054";

    private final Found found;
    private final Layout layout;
    private final Workload workload;
    private final MemoryModel model;
    private final ModelStates.Held held;
    private final Steps steps = new Steps();

    private MemorySteps(Found found) {
        this.found = found;
        this.layout = found.forecast().layout();
        this.workload = found.forecast().job().workload();
        this.model = found.iteration().fullest(layout.sharding(), new double[MemoryPart.values().length]);
        this.held = model.held();
    }

    static List<Step> from(Found found) {
        var memory = new MemorySteps(found);
        memory.states();
        memory.activations();
        memory.rest();
        memory.totals();
        return memory.steps.all();
    }

    private void states() {
        ModelStates.Shards shards = model.shards(layout.sharding());
        long m = found.evaluation().microBatches();
        double weightBytes = workload.precision().parameters().bytes();
        List<Operand> operands = new ArrayList<>();
        String trained = sum(
                operands,
                ModelStates.ofWeights(layout.sharding(), shards),
                "P",
                "X",
                held.trained() + held.frozenTables(),
                held.trainedExperts(),
                "parameters in the weights' format");
        operands.add(bytes("w", weightBytes, "for each"));
        String formula = "(" + trained + ") x w";
        if (held.frozen() + held.experts() - held.trainedExperts() > 0) {
            formula += " + ("
                    + sum(
                            operands,
                            ModelStates.ofWeights(layout.sharding(), shards),
                            "Q",
                            "Y",
                            held.frozen(),
                            held.experts() - held.trainedExperts(),
                            "frozen parameters")
                    + ") x f";
            operands.add(bytes("f", ModelStates.frozenBytes(workload), "for each frozen one"));
        }
        part(MemoryPart.WEIGHTS, formula, ZERO, "the stage's parameters, divided where ZeRO-3 shards them", operands);
        state(
                MemoryPart.GRADIENTS,
                ModelStates.ofGradients(layout.sharding(), shards, m),
                workload.precision().gradients().bytes(),
                "only what is trained has gradients");
        state(
                MemoryPart.OPTIMIZER_STATE,
                ModelStates.ofState(layout.sharding(), shards),
                ModelStates.stateBytes(workload),
                "what the optimizer remembers of every trained parameter");
        NumberFormat master = workload.precision().master();
        state(
                MemoryPart.MASTER_WEIGHTS,
                ModelStates.ofState(layout.sharding(), shards),
                master == null ? 0 : master.bytes(),
                "updates are too small for the weights' own format");
    }

    private void state(MemoryPart part, ModelStates.Shards shards, double each, String why) {
        List<Operand> operands = new ArrayList<>();
        String formula =
                "(" + sum(operands, shards, "P", "X", held.trained(), held.trainedExperts(), "trained parameters")
                        + ") x b";
        operands.add(bytes("b", each, "for each"));
        double plain = (held.trained() / shards.dense() + held.trainedExperts() / shards.experts()) * each;
        double more = found.part(part) - plain;
        if (part == MemoryPart.OPTIMIZER_STATE && Math.abs(more) > 1) {
            formula += " + t";
            operands.add(bytes("t", more, "of tables that Muon leaves to AdamW, and of an outer optimizer"));
        }
        part(part, formula, ZERO, why, operands);
    }

    /** Writes dense parameters and experts, each divided by what shards it. */
    private static String sum(
            List<Operand> operands,
            ModelStates.Shards shards,
            String dense,
            String experts,
            double denseCount,
            double expertCount,
            String meaning) {
        String formula = share(operands, dense, denseCount, shards.dense(), meaning);
        return expertCount == 0
                ? formula
                : formula + " + "
                        + share(operands, experts, expertCount, shards.experts(), meaning + ", routed experts");
    }

    private static String share(List<Operand> operands, String symbol, double count, double shards, String meaning) {
        operands.add(count(symbol, count, meaning));
        if (shards == 1) {
            return symbol;
        }
        operands.add(count("n" + symbol, shards, "ranks that share one copy"));
        return symbol + " / n" + symbol;
    }

    private void activations() {
        int v = layout.virtualStages();
        long m = found.evaluation().microBatches();
        int inFlight = Pipeline.inFlight(layout.schedule(), layout.pp(), model.stage(), (int) m, v);
        part(
                MemoryPart.ACTIVATIONS,
                "k x A + H",
                "Korthikanti et al., arXiv 2205.05198, table 2, counted by saved tensors",
                "every tensor that backward needs stays, for each micro-batch in flight",
                List.of(
                        operand(
                                "k",
                                (double) inFlight / v,
                                FACTOR,
                                "micro-batches in flight" + (v > 1 ? ", in chunks" : "")),
                        bytes("A", model.inFlightBytes() * v / inFlight, "kept of one by the stage's layers"),
                        bytes("H", model.headSavedBytes(), "kept by the head")));
    }

    private void rest() {
        part(
                MemoryPart.LOGITS,
                "tokens x vocabulary on a rank x bytes held for a logit at the peak of the loss:",
                "calibration",
                "the loss is made from logits in 32 bit, once a micro-batch, on the last stage",
                List.of(bytes("b", found.forecast().calibration().memory().logitBytes(), "for a logit")));
        buffers();
        part(
                MemoryPart.WORKSPACE,
                "what the widest layer needs beyond what it keeps, less the logits, which are gone by then:",
                "docs/cost-model.md",
                "recomputed activations and gradients live for one layer at a time",
                List.of());
        part(
                MemoryPart.CONTEXT,
                "c",
                "calibration",
                "the driver's context, libraries and communicators",
                List.of(bytes("c", found.part(MemoryPart.CONTEXT), "whatever the model")));
        slack();
    }

    private void buffers() {
        double copies = found.forecast().calibration().engine().gradientCopies();
        String copied = copies > 0 ? "; unsharded, the gradients' copies in buckets" : "";
        String flat = model.flat() ? "; flat copies of gradients, as DeepSpeed makes them" : "";
        part(
                MemoryPart.BUFFERS,
                "weights of the unit at work and of the one fetched ahead, and one unit's gradient" + copied + flat
                        + ":",
                ZERO,
                "sharded weights are whole while they are used",
                List.of(
                        count("u", model.wholeUnit(), "parameters of a gathered unit"),
                        count("t", model.trainedUnit(), "trained parameters of a layer")));
    }

    private void slack() {
        if (model.flat()) {
            double held =
                    found.evaluation().residentBytes() - found.part(MemoryPart.CONTEXT) - found.part(MemoryPart.SLACK);
            part(
                    MemoryPart.SLACK,
                    "s x H",
                    "docs/cost-model.md",
                    "parameters are made, flattened and freed again, which leaves holes",
                    List.of(
                            ratio("s", FlatBuffers.HOLES, "share that DeepSpeed's flat buffers leave unused"),
                            bytes("H", held, "everything above but the context")));
            return;
        }
        part(
                MemoryPart.SLACK,
                "s x (A + L + W + B)",
                "calibration",
                "freed blocks do not fit the next request exactly",
                List.of(
                        ratio("s", found.forecast().calibration().memory().slack(), "share that the allocator adds"),
                        bytes("A", found.part(MemoryPart.ACTIVATIONS), "activations"),
                        bytes("L", found.part(MemoryPart.LOGITS), "logits"),
                        bytes("W", found.part(MemoryPart.WORKSPACE), "workspace"),
                        bytes("B", found.part(MemoryPart.BUFFERS), "buffers")));
    }

    private void totals() {
        List<Operand> operands = new ArrayList<>();
        List<String> symbols = new ArrayList<>();
        for (MemoryPart part : MemoryPart.values()) {
            if (found.part(part) != 0) {
                symbols.add("M" + (part.ordinal() + 1));
                operands.add(bytes("M" + (part.ordinal() + 1), found.part(part), part.label()));
            }
        }
        steps.add(
                "memory.residentBytes",
                "What the device holds at its peak",
                symbols.isEmpty() ? "nothing is known of the model's memory:" : String.join(" + ", symbols),
                found.evaluation().residentBytes(),
                BYTES,
                "sum",
                "all parts are alive at the peak, which comes when backward begins",
                operands.toArray(Operand[]::new));
    }

    private void part(MemoryPart part, String formula, String source, String why, List<Operand> operands) {
        if (found.part(part) != 0) {
            String label = part.label();
            steps.add(
                    Explanation.key(part),
                    Character.toUpperCase(label.charAt(0)) + label.substring(1),
                    formula,
                    found.part(part),
                    BYTES,
                    source,
                    why,
                    operands.toArray(Operand[]::new));
        }
    }
}

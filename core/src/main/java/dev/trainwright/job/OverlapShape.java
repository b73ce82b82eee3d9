package dev.trainwright.job;

import dev.trainwright.input.Field;
import dev.trainwright.input.Kinds;
import dev.trainwright.input.Shape;
import dev.trainwright.layout.Overlap;
import java.util.List;

/** Which communication hides behind compute, in a job file. */
final class OverlapShape {

    private static final String MAINSTREAM = "what mainstream runtimes do when nothing is said";
    private static final Field<Boolean> DATA_PARALLEL =
            flag("dataParallel", "true", "Gradient buckets behind backward, gathers behind forward.");
    private static final Field<Boolean> TENSOR_PARALLEL =
            flag("tensorParallel", "false", "Tensor-parallel collectives behind the matrix products next to them.");
    private static final Field<Boolean> EXPERT_PARALLEL =
            flag("expertParallel", "false", "All-to-alls behind other compute.");
    private static final Field<Boolean> PIPELINE =
            flag("pipeline", "false", "Transfers between stages behind compute.");

    static final Shape<Overlap> SHAPE = new Shape<>(
            "overlap",
            "Which communication hides behind compute.",
            List.of(DATA_PARALLEL, TENSOR_PARALLEL, EXPERT_PARALLEL, PIPELINE),
            List.of(),
            v -> new Overlap(v.get(DATA_PARALLEL), v.get(TENSOR_PARALLEL), v.get(EXPERT_PARALLEL), v.get(PIPELINE)));

    private OverlapShape() {}

    private static Field<Boolean> flag(String name, String value, String doc) {
        return Field.defaulted(name, Kinds.flag(), value, MAINSTREAM, doc, "true");
    }
}

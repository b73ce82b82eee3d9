package dev.trainwright.job;

import dev.trainwright.input.Field;
import dev.trainwright.input.Kind;
import dev.trainwright.input.Kinds;
import dev.trainwright.input.Rule;
import dev.trainwright.input.Shape;
import dev.trainwright.input.Values;
import dev.trainwright.layout.Synchrony;
import java.util.List;
import java.util.Map;

/** How replicas agree, in a job file. */
final class SynchronyShape {
    private static final Field<Integer> BACKUP = Field.optional(
            "backupWorkers",
            Kinds.integer("replicas", 0),
            "all are waited for",
            "Synchronous: replicas whose lateness is ignored.",
            "2");
    private static final Field<Integer> SERVERS = Field.optional(
            "parameterServers",
            Kinds.integer("servers", 1),
            "not asynchronous",
            "Asynchronous: machines that hold the weights.",
            "2");
    private static final Field<Integer> BOUND = Field.optional(
            "stalenessBound",
            Kinds.integer("steps", 0),
            "no bound",
            "Asynchronous: steps that a worker may run ahead of the slowest.",
            "4");
    private static final Field<Integer> LOCAL = Field.optional(
            "localSteps",
            Kinds.integer("steps", 1),
            "not local",
            "Local SGD, DiLoCo: steps between two averages.",
            "500");
    private static final Shape<Synchrony> SHAPE = new Shape<>(
            "synchrony",
            "How replicas agree on the weights.",
            List.of(BACKUP, SERVERS, BOUND, LOCAL),
            List.of(Rule.exactlyOne(BACKUP, SERVERS, LOCAL), Rule.needs(BOUND, SERVERS)),
            SynchronyShape::synchrony);

    static final Kind<Synchrony> KIND =
            Kinds.scalarOr(Kinds.choice(Map.of("synchronous", Synchrony.SYNCHRONOUS)), SHAPE);

    private SynchronyShape() {}

    private static Synchrony synchrony(Values v) {
        if (v.has(SERVERS)) {
            return new Synchrony.Asynchronous(v.get(SERVERS), v.find(BOUND).orElse(-1));
        }
        return v.has(LOCAL) ? new Synchrony.LocalSgd(v.get(LOCAL)) : new Synchrony.Synchronous(v.get(BACKUP));
    }
}

package dev.trainwright.evidence.job;

import dev.trainwright.cluster.Link;
import dev.trainwright.cost.Collectives;
import dev.trainwright.cost.Fabric;
import dev.trainwright.cost.Group;
import org.jspecify.annotations.Nullable;

/**
 * A measured collective as the cost model sees it.
 *
 * @param name {@code all_reduce} and so on, as rows have it
 * @param bytes as {@link Collectives} counts them
 * @param group who takes part
 * @param fabric over what, by the catalogue
 * @param link the narrowest on its way: between nodes where it leaves one; null on machines whose link is not known
 */
public record Collective(
        String name,
        double bytes,
        Group group,
        Fabric fabric,
        @Nullable Link link) {

    /** Whether the model knows this kind. */
    static boolean known(String name) {
        return switch (name) {
            case "all_reduce", "all_gather", "reduce_scatter", "all_to_all", "send/recv" -> true;
            default -> false;
        };
    }

    /** Seconds over the catalogue's links. */
    public double seconds() {
        return seconds(fabric);
    }

    /** Seconds over {@code other}. */
    public double seconds(Fabric other) {
        return switch (name) {
            case "all_reduce" -> Collectives.allReduce(bytes, group, other);
            case "all_gather" -> Collectives.allGather(bytes, group, other);
            case "reduce_scatter" -> Collectives.reduceScatter(bytes, group, other);
            case "all_to_all" -> Collectives.allToAll(bytes, group, other);
            case "send/recv" -> Collectives.pointToPoint(bytes, group.crossesNodes(), other);
            default -> throw new IllegalArgumentException("no model of " + name);
        };
    }
}

package dev.trainwright.train.trainer;

import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Overlap;
import dev.trainwright.layout.Recompute;
import dev.trainwright.layout.Schedule;
import dev.trainwright.layout.Synchrony;
import dev.trainwright.layout.ZeroStage;
import java.util.ArrayList;
import java.util.List;

/** What a layout asks for that can be forecast but not run. Every key of a layout is either honoured or refused here, before any process starts. */
public final class Unsupported {
    private Unsupported() {}

    /** One sentence for each such key, empty when the layout can be run. */
    public static List<String> in(Layout layout) {
        List<String> problems = new ArrayList<>();
        if (layout.cp() != 1) {
            problems.add("context parallelism can be forecast but not yet run");
        }
        if (layout.ep() != 1) {
            experts(layout, problems);
        }
        if (layout.recompute() == Recompute.SELECTIVE_OPERATIONS) {
            problems.add(
                    "recomputation of single operations can be forecast but not yet run: none, selective and full can");
        }
        if (layout.schedule() == Schedule.ZB_H1 || layout.schedule() == Schedule.ZB_H2) {
            problems.add("zero-bubble schedules can be forecast but not yet run: gpipe, 1f1b and interleaved can");
        }
        if (layout.offload() != Offload.NONE) {
            problems.add("offload can be forecast but not yet run");
        }
        Overlap overlap = layout.overlap();
        if (overlap.tensorParallel() || overlap.expertParallel() || overlap.pipeline()) {
            problems.add("nothing but the reduction of gradients is overlapped here: not " + overlap);
        }
        synchrony(layout, problems);
        return problems;
    }

    private static void experts(Layout layout, List<String> problems) {
        if (!(layout.synchrony() instanceof Synchrony.Synchronous)) {
            problems.add("expert parallelism runs over synchronous replicas");
        }
        if (layout.tp() != 1 && !layout.sequenceParallel()) {
            problems.add(
                    "expert parallelism beside tensor parallelism needs sequenceParallel: true, so that each rank has tokens of its own");
        }
        if (layout.zero() != ZeroStage.NONE && layout.shardGroup() != layout.dp()) {
            problems.add("expert parallelism beside ZeRO shards over all replicas (no shardGroup)");
        }
    }

    private static void synchrony(Layout layout, List<String> problems) {
        boolean whole = layout.zero() == ZeroStage.NONE;
        if (layout.synchrony() instanceof Synchrony.Synchronous synchronous && synchronous.backupWorkers() > 0) {
            problems.add("backup workers can be forecast but not yet run");
        }
        if (layout.synchrony() instanceof Synchrony.LocalSgd && !whole) {
            problems.add("local steps need whole weights (zero: 0)");
        }
        if (layout.synchrony() instanceof Synchrony.Asynchronous asynchronous) {
            if (asynchronous.servers() != 1) {
                problems.add("asynchronous training runs with one parameter server, not " + asynchronous.servers());
            }
            if (layout.tp() * layout.pp() != 1 || !whole || layout.recompute() != Recompute.NONE) {
                problems.add("asynchronous workers hold the whole model, without recomputation");
            }
        }
    }
}

package dev.trainwright.app.plan;

import dev.trainwright.app.forecast.Spelling;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Recompute;
import dev.trainwright.layout.Schedule;
import dev.trainwright.layout.ZeroStage;
import java.util.ArrayList;
import java.util.List;

/** A layout in one line. What is as plain as it can be (degrees of 1, nothing recomputed) is left out. */
public final class LayoutWords {
    private LayoutWords() {}

    /** For instance {@code dp16 tp8 pp4 interleaved x3 zero1 b2 sp recompute-full}. */
    public static String brief(Layout l) {
        List<String> words = new ArrayList<>();
        words.add("dp" + l.dp());
        degree(words, "tp", l.tp());
        degree(words, "pp", l.pp());
        if (l.pp() > 1 && l.schedule() != Schedule.ONE_F_ONE_B) {
            words.add(Spelling.of(l.schedule()) + (l.virtualStages() > 1 ? " x" + l.virtualStages() : ""));
        }
        degree(words, "cp", l.cp());
        degree(words, "ep", l.ep());
        if (l.zero() != ZeroStage.NONE) {
            words.add("zero" + l.zero().ordinal());
        }
        if (l.zero() == ZeroStage.ZERO_3) {
            if (l.shardGroup() != l.dp() * l.cp()) {
                words.add("shard" + l.shardGroup());
            }
            if (!l.reshardAfterForward()) {
                words.add("no-reshard");
            }
            if (!l.syncEveryMicroStep()) {
                words.add("no-sync");
            }
        }
        words.add("b" + l.microBatch());
        if (l.sequenceParallel()) {
            words.add("sp");
        }
        if (l.recompute() != Recompute.NONE) {
            words.add("recompute-" + Spelling.of(l.recompute()));
        }
        if (l.offload() != Offload.NONE) {
            words.add("offload-" + Spelling.of(l.offload()));
        }
        return String.join(" ", words);
    }

    private static void degree(List<String> words, String name, int degree) {
        if (degree > 1) {
            words.add(name + degree);
        }
    }
}

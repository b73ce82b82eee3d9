package dev.trainwright.app.forecast;

import dev.trainwright.app.report.Facts;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Section;
import dev.trainwright.app.report.Sentence;
import dev.trainwright.app.report.TextAndJson;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Recompute;
import dev.trainwright.layout.Synchrony;
import dev.trainwright.layout.ZeroStage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A layout in one line for people, and field by field as a job file spells it. */
public final class LayoutParts {
    private static final List<Metric<Layout>> FIELDS = List.of(
            field("dp", Layout::dp),
            field("tp", Layout::tp),
            field("pp", Layout::pp),
            field("cp", Layout::cp),
            field("ep", Layout::ep),
            field("virtualStages", Layout::virtualStages),
            field("schedule", l -> Spelling.of(l.schedule())),
            field("stageLayers", Layout::stageLayers),
            field("zero", l -> l.zero().ordinal()),
            field("shardGroup", Layout::shardGroup),
            field("reshardAfterForward", Layout::reshardAfterForward),
            field("syncEveryMicroStep", Layout::syncEveryMicroStep),
            field("microBatch", Layout::microBatch),
            field("sequenceParallel", Layout::sequenceParallel),
            field("recompute", l -> Spelling.of(l.recompute())),
            field("offload", l -> Spelling.of(l.offload())),
            field("overlap", Layout::overlap),
            field("synchrony", l -> synchrony(l.synchrony())));

    private LayoutParts() {}

    /** The layout as a section of a report, under the key {@code layout}. */
    public static Part section(Layout layout) {
        return new Section(
                "layout",
                "Layout",
                Report.of(
                        new Sentence("summary", line(layout)),
                        TextAndJson.jsonOnly(new Facts<>("", "", layout, FIELDS))));
    }

    /** The layout in one line; what is not used is not named. */
    public static String line(Layout l) {
        List<String> words = new ArrayList<>();
        words.add("dp " + l.dp());
        degree(words, "tp", l.tp(), l.sequenceParallel() ? " with sequence parallelism" : "");
        degree(words, "pp", l.pp(), " (" + Spelling.of(l.schedule()) + chunks(l) + ")");
        degree(words, "cp", l.cp(), "");
        degree(words, "ep", l.ep(), "");
        if (l.zero() != ZeroStage.NONE) {
            boolean hybrid = l.shardGroup() < l.dp() * l.cp();
            words.add("ZeRO-" + l.zero().ordinal() + (hybrid ? " over groups of " + l.shardGroup() : ""));
        }
        words.add("micro-batch " + l.microBatch());
        if (l.recompute() != Recompute.NONE) {
            words.add("recompute " + Spelling.of(l.recompute()));
        }
        if (l.offload() != Offload.NONE) {
            words.add("offload " + Spelling.of(l.offload()));
        }
        if (!l.synchrony().equals(Synchrony.SYNCHRONOUS)) {
            words.add(inWords(l.synchrony()));
        }
        return String.join(", ", words);
    }

    private static void degree(List<String> words, String name, int degree, String more) {
        if (degree > 1) {
            words.add(name + " " + degree + more);
        }
    }

    private static String chunks(Layout l) {
        return l.virtualStages() > 1 ? ", " + l.virtualStages() + " chunks a stage" : "";
    }

    private static String inWords(Synchrony synchrony) {
        if (synchrony instanceof Synchrony.Asynchronous async) {
            return "asynchronous, parameter servers " + async.servers()
                    + (async.stalenessBound() < 0 ? "" : ", staleness at most " + async.stalenessBound());
        }
        if (synchrony instanceof Synchrony.LocalSgd local) {
            return "local steps " + local.localSteps();
        }
        return "backup workers " + ((Synchrony.Synchronous) synchrony).backupWorkers();
    }

    private static Object synchrony(Synchrony synchrony) {
        if (synchrony instanceof Synchrony.Asynchronous async) {
            return async.stalenessBound() < 0
                    ? Map.of("parameterServers", async.servers())
                    : Map.of("parameterServers", async.servers(), "stalenessBound", async.stalenessBound());
        }
        if (synchrony instanceof Synchrony.LocalSgd local) {
            return Map.of("localSteps", local.localSteps());
        }
        int backup = ((Synchrony.Synchronous) synchrony).backupWorkers();
        return backup == 0 ? "synchronous" : Map.of("backupWorkers", backup);
    }

    private static Metric<Layout> field(String key, java.util.function.Function<Layout, Object> value) {
        return new Metric<>(key, key, value, Object::toString);
    }
}

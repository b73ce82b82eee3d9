package dev.trainwright.job;

import dev.trainwright.input.Assumption;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.workload.MeasuredModel;
import dev.trainwright.workload.Transformer;
import java.util.Map;
import java.util.function.Predicate;

/** Which defaults say nothing about a given job: those of choices that it does not have. */
final class Relevance {

    private static final Map<String, Predicate<Job>> ONLY_IF = Map.ofEntries(
            Map.entry("version", job -> false),
            Map.entry("tp", job -> false),
            Map.entry("pp", job -> false),
            Map.entry("cp", job -> false),
            Map.entry("ep", job -> false),
            Map.entry("virtualStages", job -> false),
            Map.entry("expertLoad", layout(layout -> layout.ep() > 1)),
            Map.entry("reshardAfterForward", layout(layout -> layout.zero() == ZeroStage.ZERO_3)),
            Map.entry("overlap", job -> job.cluster().devices() > 1),
            Map.entry("synchrony", job -> job.cluster().devices() > 1),
            Map.entry("nodes", Relevance::oneNode),
            Map.entry("jitter", job -> job.cluster().devices() > 1),
            Map.entry("zero", job -> job.cluster().devices() > 1),
            Map.entry("recompute", job -> !measured(job)),
            Map.entry("offload", job -> !measured(job)),
            Map.entry("attention", job -> job.workload().model() instanceof Transformer),
            Map.entry("dropout", job -> job.workload().model() instanceof Transformer),
            Map.entry(
                    "precision", job -> !measured(job) || job.workload().model().parameters() > 0),
            Map.entry(
                    "optimizer", job -> !measured(job) || job.workload().model().parameters() > 0),
            Map.entry("fineTuning", job -> !measured(job)));

    private Relevance() {}

    /** Whether {@code assumption} bears on {@code job}. */
    static boolean of(Assumption assumption, Job job) {
        String name = assumption.key().substring(assumption.key().lastIndexOf('.') + 1);
        return ONLY_IF.getOrDefault(name, any -> true).test(job);
    }

    private static boolean oneNode(Job job) {
        return !ClusterShape.boxes(job.cluster())
                && job.cluster().pools().size() == 1
                && job.cluster().pools().get(0).nodes() == 1;
    }

    private static boolean measured(Job job) {
        return job.workload().model() instanceof MeasuredModel;
    }

    private static Predicate<Job> layout(Predicate<Layout> condition) {
        return job -> job.layout() != null && condition.test(job.layout());
    }
}

package dev.trainwright.app.command;

import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Recompute;
import dev.trainwright.layout.Schedule;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.plan.Limits;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what a search may choose. */
final class PlanLimits {
    private static final long MOST_SAMPLES = 1L << 40;

    @Option(names = "--tp-across-nodes", description = "Let tensor parallelism leave a node.")
    private boolean tensorAcrossNodes;

    @Option(
            names = "--fewer-nodes",
            description = "Also consider a half, a quarter and so on of the nodes; always done by cost.")
    private boolean fewerNodes;

    @Option(names = "--max-tp", paramLabel = "N", description = "Largest tensor-parallel degree.")
    private @Nullable String maxTp;

    @Option(names = "--max-pp", paramLabel = "N", description = "Most pipeline stages.")
    private @Nullable String maxPp;

    @Option(names = "--max-cp", paramLabel = "N", description = "Largest context-parallel degree.")
    private @Nullable String maxCp;

    @Option(names = "--max-ep", paramLabel = "N", description = "Largest expert-parallel degree.")
    private @Nullable String maxEp;

    @Option(names = "--max-micro-batch", paramLabel = "N", description = "Largest micro-batch.")
    private @Nullable String maxMicroBatch;

    @Option(
            names = "--schedules",
            completionCandidates = Candidates.Schedules.class,
            paramLabel = "SCHEDULE",
            split = ",",
            description = "Pipeline schedules besides 1f1b that the runtime has: gpipe, interleaved, zb-h1, zb-h2.")
    private List<String> schedules = new ArrayList<>();

    @Option(
            names = "--zero",
            completionCandidates = Candidates.ZeroStages.class,
            paramLabel = "0..3",
            split = ",",
            description = "ZeRO stages that the runtime has.")
    private List<String> zero = new ArrayList<>();

    @Option(
            names = "--recompute",
            completionCandidates = Candidates.Recomputations.class,
            paramLabel = "KIND",
            split = ",",
            description = "What may be recomputed: none, selective, selective-operations, full.")
    private List<String> recompute = new ArrayList<>();

    @Option(
            names = "--offload",
            completionCandidates = Candidates.Offloads.class,
            paramLabel = "STATES",
            split = ",",
            description = "What may be kept in host memory: none, optimizer, optimizer-and-parameters.")
    private List<String> offload = new ArrayList<>();

    /** The limits that the options state; what they leave out stays open. */
    Limits read(Arguments arguments, boolean byCost) {
        Set<Schedule> played = EnumSet.of(Schedule.ONE_F_ONE_B);
        schedules.forEach(
                name -> arguments.choice("--schedules", Schedule.class, name).ifPresent(played::add));
        Set<ZeroStage> stages = EnumSet.noneOf(ZeroStage.class);
        arguments.counts("--zero", 0, 3, zero).forEach(stage -> stages.add(ZeroStage.values()[stage.intValue()]));
        Set<Recompute> repeated = EnumSet.noneOf(Recompute.class);
        recompute.forEach(
                name -> arguments.choice("--recompute", Recompute.class, name).ifPresent(repeated::add));
        Set<Offload> kept = EnumSet.noneOf(Offload.class);
        offload.forEach(
                name -> arguments.choice("--offload", Offload.class, name).ifPresent(kept::add));
        return new Limits(
                tensorAcrossNodes,
                fewerNodes || byCost,
                new Limits.Most(
                        degree(arguments, "--max-tp", maxTp),
                        degree(arguments, "--max-pp", maxPp),
                        degree(arguments, "--max-cp", maxCp),
                        degree(arguments, "--max-ep", maxEp),
                        limit(arguments, "--max-micro-batch", maxMicroBatch, MOST_SAMPLES)),
                schedules.isEmpty() ? EnumSet.allOf(Schedule.class) : played,
                zero.isEmpty() ? EnumSet.allOf(ZeroStage.class) : stages,
                recompute.isEmpty() ? EnumSet.allOf(Recompute.class) : repeated,
                offload.isEmpty() ? EnumSet.allOf(Offload.class) : kept);
    }

    private static int degree(Arguments arguments, String option, @Nullable String text) {
        return (int) limit(arguments, option, text, Integer.MAX_VALUE);
    }

    private static long limit(Arguments arguments, String option, @Nullable String text, long most) {
        Long value = arguments.count(option, 1, most, text);
        return value == null ? most : value;
    }
}

package dev.trainwright.train.run;

import dev.trainwright.train.trainer.Schedule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a run needs to know besides its job file. The command line makes it, and hands it to every rank as one argument.
 *
 * @param job the job file
 * @param data {@code synthetic}, a text file, a CSV file, or a folder of IDX images
 * @param tokenizer of a text: its name, or the path of a {@code tokenizer.json}
 * @param target column of a CSV file that is to be told, null where the data are none
 * @param holdOut share of the samples that is evaluated on and never trained on
 * @param evaluateEvery steps between evaluations, 0 for one at the end
 * @param steps optimizer steps, 0 for as many as the job says
 * @param learningRate after warm-up
 * @param warmupSteps of linear rise
 * @param decay how the rate falls to a tenth afterwards, or stays
 * @param clip largest gradient norm, 0 for no clipping
 * @param weightDecay of AdamW
 * @param seed of weights and data order
 * @param checkpoints directory of checkpoints, null for none; a run resumes from the newest one there
 * @param every steps between checkpoints
 * @param keep how many checkpoints to keep
 * @param save folder that the trained model is written to in Hugging Face's layout, null for none
 * @param metrics file of JSON lines, one a step, null for none; rank 0 writes it, or where the name has {@value #RANK} in it every rank its own
 * @param tensorBoard folder of TensorBoard's event files, null for none
 * @param trace file of what every rank did when, null for none
 * @param timeoutSeconds how long to wait for a rank
 * @param threads compute threads of a process
 * @param slowRank a rank that is slowed down to play the straggler, -1 for none
 * @param slowSeconds by how much a step
 * @param changes to the job, {@code key=value} each
 * @param catalogue folder of hardware besides what comes with the program, null for none
 */
public record RunOptions(
        String job,
        String data,
        String tokenizer,
        @Nullable String target,
        double holdOut,
        long evaluateEvery,
        long steps,
        double learningRate,
        long warmupSteps,
        Schedule.Decay decay,
        double clip,
        double weightDecay,
        long seed,
        @Nullable String checkpoints,
        long every,
        int keep,
        @Nullable String save,
        @Nullable String metrics,
        @Nullable String tensorBoard,
        @Nullable String trace,
        int timeoutSeconds,
        int threads,
        int slowRank,
        double slowSeconds,
        List<String> changes,
        @Nullable String catalogue) {
    /** The name of made-up data. */
    public static final String SYNTHETIC = "synthetic";

    /** Stands for a rank's number in the name of a metrics file. */
    public static final String RANK = "{rank}";

    private static final JsonMapper JSON = new JsonMapper();

    /** The job file. */
    public Path jobFile() {
        return Path.of(job);
    }

    /** Where {@code rank} writes its metrics; null for nowhere. */
    public @Nullable String metricsOf(int rank) {
        if (metrics == null || !metrics.contains(RANK)) {
            return rank == 0 ? metrics : null;
        }
        return metrics.replace(RANK, Integer.toString(rank));
    }

    /** As the argument of a rank's process. */
    public List<String> arguments() {
        return List.of(JSON.writeValueAsString(this));
    }

    static RunOptions parse(String argument) {
        return JSON.readValue(argument, RunOptions.class);
    }

    /** Every problem in these values, in sentences. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (steps < 0) {
            problems.add("steps are at least 1, not " + steps);
        }
        if (!(holdOut >= 0 && holdOut < 1) || evaluateEvery < 0) {
            problems.add("a share from 0 to below 1 is held out, not " + holdOut
                    + ", and evaluated every 1 or more steps, not " + evaluateEvery);
        }
        if (!(learningRate > 0) || learningRate > 1e3) {
            problems.add("a learning rate is above 0 and at most 1000, not " + learningRate);
        }
        atLeast(problems, "warm-up steps", 0, warmupSteps);
        atLeast(problems, "steps between checkpoints", 1, every);
        atLeast(problems, "checkpoints kept", 1, keep);
        atLeast(problems, "seconds of the timeout", 1, timeoutSeconds);
        atLeast(problems, "threads", 1, threads);
        atLeast(problems, "a clipping norm", 0, clip);
        atLeast(problems, "weight decay", 0, weightDecay);
        atLeast(problems, "seconds of slowing", 0, slowSeconds);
        return problems;
    }

    private static void atLeast(List<String> problems, String what, long least, double value) {
        if (!(value >= least)) {
            problems.add(what + ": at least " + least + ", not "
                    + (value == Math.rint(value) ? "%.0f".formatted(value) : value));
        }
    }
}

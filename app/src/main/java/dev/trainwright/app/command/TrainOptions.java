package dev.trainwright.app.command;

import dev.trainwright.job.Job;
import dev.trainwright.train.data.Tokenizer;
import dev.trainwright.train.run.RunOptions;
import dev.trainwright.train.trainer.Schedule;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a real run, shared by the commands that start one. */
final class TrainOptions {
    /** What there is to complete. */
    static final class Tokenizers implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Tokenizer.names().iterator();
        }
    }

    @Option(
            names = "--data",
            paramLabel = "FILE",
            defaultValue = RunOptions.SYNTHETIC,
            description =
                    "A text; a .csv file with a header; a folder of IDX images; or synthetic (default: ${DEFAULT-VALUE}).")
    private String data = RunOptions.SYNTHETIC;

    @Option(
            names = "--tokenizer",
            paramLabel = "NAME",
            defaultValue = "bytes",
            completionCandidates = Tokenizers.class,
            description =
                    "Of a text: ${COMPLETION-CANDIDATES}, a tokenizer.json or the folder of one (default: ${DEFAULT-VALUE}).")
    private String tokenizer = Tokenizer.BYTES;

    @Option(
            names = "--target",
            paramLabel = "COLUMN",
            description = "Column of a CSV file that is to be told from all others.")
    private @Nullable String target;

    @Option(
            names = "--hold-out",
            paramLabel = "SHARE",
            defaultValue = "0",
            description =
                    "Share of the data, its end, that is evaluated on and never trained on (default: ${DEFAULT-VALUE}).")
    private double holdOut;

    @Option(
            names = "--evaluate-every",
            paramLabel = "N",
            defaultValue = "0",
            description = "Steps between evaluations on what is held out (default: once, at the end).")
    private long evaluateEvery;

    @Option(names = "--steps", paramLabel = "N", description = "Optimizer steps (default: what the job's train says).")
    private @Nullable Long steps;

    @Option(
            names = "--learning-rate",
            paramLabel = "RATE",
            defaultValue = "0.001",
            description = "After warm-up (default: ${DEFAULT-VALUE}).")
    private double learningRate;

    @Option(names = "--warmup", paramLabel = "N", defaultValue = "0", description = "Steps of linear warm-up.")
    private long warmup;

    @Option(
            names = "--schedule",
            paramLabel = "NAME",
            defaultValue = "constant",
            description = {
                "How the rate goes on after warm-up: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).",
                "All but constant fall to a tenth; wsd (warm-up, stable, decay) in the last tenth of the steps."
            })
    private Schedule.Decay schedule = Schedule.Decay.CONSTANT;

    @Option(
            names = "--clip",
            paramLabel = "NORM",
            defaultValue = "0",
            description = "Largest gradient norm; 0 for no clipping (default).")
    private double clip;

    @Option(
            names = "--weight-decay",
            paramLabel = "SHARE",
            defaultValue = "0.1",
            description = "Of AdamW (default: ${DEFAULT-VALUE}).")
    private double weightDecay;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "0",
            description = "Of weights and data order (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--checkpoints",
            paramLabel = "DIR",
            description = "Write checkpoints there, and resume from the newest one there.")
    private @Nullable String checkpoints;

    @Option(
            names = "--every",
            paramLabel = "N",
            defaultValue = "100",
            description = "Steps between checkpoints (default: ${DEFAULT-VALUE}).")
    private long every;

    @Option(
            names = "--keep",
            paramLabel = "N",
            defaultValue = "3",
            description = "Checkpoints to keep (default: ${DEFAULT-VALUE}).")
    private int keep;

    @Option(
            names = "--save",
            paramLabel = "DIR",
            description = "Write the trained model there as config.json and safetensors, for other tools.")
    private @Nullable String save;

    @Option(
            names = "--metrics",
            paramLabel = "FILE",
            description =
                    "Append one line of JSON for each step; rank 0 does, or with {rank} in the name every rank to its own.")
    private @Nullable String metrics;

    @Option(
            names = "--tensorboard",
            paramLabel = "DIR",
            description = "Write an event file there, which TensorBoard shows.")
    private @Nullable String tensorBoard;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "Write what every rank computed, sent and waited for, as a Chrome trace.")
    private @Nullable String trace;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "How long to wait for a silent rank (default: ${DEFAULT-VALUE}).")
    private int timeout;

    @Option(names = "--threads", paramLabel = "N", description = "Compute threads of a rank (default: cores / ranks).")
    private @Nullable Integer threads;

    @Option(
            names = "--slow",
            paramLabel = "RANK=SECONDS",
            description = "Slow a rank down in every step, to see a straggler.")
    private @Nullable String slow;

    @Mixin
    private JobSource source = new JobSource();

    /** The job in {@code file}. */
    Job read(Path file) {
        if (JobSource.isStandardInput(file)) {
            throw Failure.wrongInput("standard input: every rank reads the job, and again after a restart: save it to a"
                    + " file, such as job.yaml");
        }
        return source.read(file);
    }

    /**
     * A straggler.
     *
     * @param rank which, -1 for none
     * @param seconds that each of its micro-batches comes late
     */
    record Slow(int rank, double seconds) {}

    /** The straggler among {@code ranks}. */
    Slow slow(int ranks) {
        if (slow == null) {
            return new Slow(-1, 0);
        }
        String[] parts = slow.split("=", -1);
        Slow late;
        try {
            late = new Slow(Integer.parseInt(parts[0]), Double.parseDouble(parts[1]));
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw Failure.wrongInput("--slow takes a rank and seconds, such as 1=0.2, not " + slow);
        }
        if (late.rank() < 0 || late.rank() >= ranks) {
            throw Failure.wrongInput("--slow: " + slow + ": the ranks are 0 to " + (ranks - 1));
        }
        return late;
    }

    /** Compute threads of each of {@code ranks} on this machine. */
    int threads(int ranks) {
        return threads == null ? Math.max(1, Runtime.getRuntime().availableProcessors() / ranks) : threads;
    }

    /** For the ranks of {@code job}; a wrong value ends the command. */
    RunOptions of(String job, int ranks, long defaultSteps, @Nullable String metricsFile) {
        return of(job, ranks, threads(ranks), defaultSteps, metricsFile);
    }

    /** The same with compute threads of each rank where the user gives none. */
    RunOptions of(String job, int ranks, int defaultThreads, long defaultSteps, @Nullable String metricsFile) {
        Slow late = slow(ranks);
        if (steps != null && steps < 1) {
            throw Failure.wrongInput("--steps takes a number from 1, not " + steps);
        }
        RunOptions options = new RunOptions(
                job,
                data,
                tokenizer,
                target,
                holdOut,
                evaluateEvery,
                steps == null ? defaultSteps : steps,
                learningRate,
                warmup,
                schedule,
                clip,
                weightDecay,
                seed,
                checkpoints,
                every,
                keep,
                save,
                metricsFile == null ? metrics : metricsFile,
                tensorBoard,
                trace,
                timeout,
                threads == null ? defaultThreads : threads,
                late.rank(),
                late.seconds(),
                source.changes(),
                source.folder() == null ? null : String.valueOf(source.folder()));
        List<String> problems = options.problems();
        if (!problems.isEmpty()) {
            throw Failure.wrongInput(String.join("; ", problems));
        }
        return options;
    }
}

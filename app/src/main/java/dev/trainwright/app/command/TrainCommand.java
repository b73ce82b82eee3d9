package dev.trainwright.app.command;

import dev.trainwright.app.report.Output;
import dev.trainwright.app.verify.TrainReport;
import dev.trainwright.job.Job;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Synchrony;
import dev.trainwright.train.launch.LocalLauncher;
import dev.trainwright.train.launch.Restarts;
import dev.trainwright.train.run.RunOptions;
import dev.trainwright.train.trainer.Unsupported;
import dev.trainwright.train.world.Identity;
import dev.trainwright.train.world.Rendezvous;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code trainwright train}: runs a job for real. */
@Command(
        name = "train",
        description = {
            "Trains a job for real, on processes of this machine.",
            "Where srun, torchrun, mpirun or Kubernetes has started this command once a rank, each is that rank."
        },
        footerHeading = "%nExample:%n",
        footer = "  trainwright train examples/train-small-gpt.yaml")
public final class TrainCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(paramLabel = "JOB", description = "The job file.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String file;

    @Mixin
    private Output output = new Output();

    @Mixin
    private TrainOptions options = new TrainOptions();

    @Option(
            names = "--max-restarts",
            paramLabel = "N",
            defaultValue = "0",
            description = "Start again after a failure, at most so often (default: ${DEFAULT-VALUE}).")
    private int maxRestarts;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Job job = options.read(Path.of(file));
        int ranks = ranks(job);
        if (!Rendezvous.detect(System.getenv())
                .source()
                .equals(Identity.single().source())) {
            if (output.json()) {
                throw Failure.wrongInput(
                        "--json: for the command that starts all ranks; one that was started writes its steps to --metrics FILE");
            }
            RunOptions one = options.of(file, 1, 0, null);
            return LocalLauncher.attached(Ranks.command(one));
        }
        if (output.json()) {
            return answered(job, ranks);
        }
        RunOptions run = options.of(file, ranks, 0, null);
        PrintWriter err = spec.commandLine().getErr();
        return code(
                start(
                        run,
                        Ranks.command(run),
                        Map.of(),
                        ranks,
                        maxRestarts,
                        spec.commandLine().getOut(),
                        err),
                err);
    }

    /** Runs all ranks here, their lines on standard error, and prints what came of it. */
    private int answered(Job job, int ranks) throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        Path own = Files.createTempFile("trainwright-train", ".jsonl");
        try {
            RunOptions asked = options.of(file, ranks, 0, null);
            RunOptions run = asked.metrics() == null ? options.of(file, ranks, 0, own.toString()) : asked;
            LocalLauncher.Outcome outcome = start(run, Ranks.command(run), Map.of(), ranks, maxRestarts, err, err);
            Path metrics = Path.of(Objects.requireNonNull(run.metricsOf(0)));
            List<String> lines = Files.exists(metrics) ? Files.readAllLines(metrics) : List.of();
            if (outcome.exitCode() != Restarts.NO_RESTART) {
                output.print(TrainReport.of(job.name(), ranks, outcome.ok() ? null : outcome.cause(), lines));
            }
            return code(outcome, err);
        } finally {
            Files.deleteIfExists(own);
        }
    }

    /** One process a device, and one for each parameter server; ends the command when the layout asks for what cannot be run. */
    static int ranks(Job job) {
        Layout layout = job.layout();
        if (layout == null) {
            return job.cluster().devices();
        }
        List<String> problems = Unsupported.in(layout);
        if (!problems.isEmpty()) {
            throw Failure.wrongInput(String.join("; ", problems));
        }
        return layout.devices() + (layout.synchrony() instanceof Synchrony.Asynchronous async ? async.servers() : 0);
    }

    /** Runs all ranks here by {@code command}, with {@code environment}, their output on {@code err}, and returns the command's exit code. */
    static int run(
            RunOptions options, List<String> command, Map<String, String> environment, int ranks, PrintWriter err) {
        return code(start(options, command, environment, ranks, 0, err, err), err);
    }

    private static LocalLauncher.Outcome start(
            RunOptions options,
            List<String> command,
            Map<String, String> environment,
            int ranks,
            int maxRestarts,
            PrintWriter out,
            PrintWriter err) {
        int cores = Runtime.getRuntime().availableProcessors();
        if (ranks > 4 * cores) {
            throw Failure.wrongInput(
                    "the job has " + ranks + " ranks, and this machine " + cores
                            + " cores: start it on a cluster (trainwright launch writes the script), or give the job a smaller cluster");
        }
        if (ranks > cores) {
            err.println(ranks + " ranks share " + cores + " cores: their times are not those of a device each");
        }
        return Restarts.run(
                new LocalLauncher.Spec(
                        command,
                        ranks,
                        options.threads(),
                        environment,
                        line -> {
                            synchronized (out) {
                                out.println(line);
                                out.flush();
                            }
                        },
                        child -> {}),
                maxRestarts);
    }

    private static int code(LocalLauncher.Outcome outcome, PrintWriter err) {
        if (outcome.ok()) {
            return ExitCode.OK;
        }
        err.println("trainwright: " + outcome.cause());
        return outcome.exitCode() == Restarts.NO_RESTART ? ExitCode.WRONG_INPUT : ExitCode.ANSWER_IS_NO;
    }
}

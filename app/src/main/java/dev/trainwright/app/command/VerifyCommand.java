package dev.trainwright.app.command;

import dev.trainwright.app.report.Output;
import dev.trainwright.app.verify.Expected;
import dev.trainwright.app.verify.Measured;
import dev.trainwright.app.verify.OnMachine;
import dev.trainwright.app.verify.Verified;
import dev.trainwright.app.verify.VerifyReport;
import dev.trainwright.app.verify.VerifyTable;
import dev.trainwright.calibration.Calibrations;
import dev.trainwright.forecast.Forecast;
import dev.trainwright.forecast.Forecaster;
import dev.trainwright.forecast.PlainLayout;
import dev.trainwright.input.InputException;
import dev.trainwright.job.Job;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code trainwright verify}: runs jobs and holds their forecasts against them. */
@Command(
        name = "verify",
        description = {
            "Runs some steps of a job on this machine and prints forecast beside measurement, term by term; of several jobs or a folder's a table.",
            "Measure this machine first: trainwright measure machine.",
            "A job of several nodes runs in network namespaces with links shaped to the job's rate, which takes root, iproute2 and tc.",
            "Of several jobs each runs with the options of the verify command in its head as well."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  trainwright verify examples/train-small-gpt.yaml --machine machine",
            "  trainwright verify examples/verify --machine machine"
        })
public final class VerifyCommand implements Callable<Integer> {
    private static final String HEAD = "# trainwright verify ";

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(paramLabel = "JOB", arity = "1..*", description = "Job files, or folders of them.")
    private List<Path> files = new ArrayList<>();

    @Mixin
    private TrainOptions options = new TrainOptions();

    @Mixin
    private OwnConstants own = new OwnConstants();

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Output output;

    @Option(
            names = "--machine",
            paramLabel = "DIR",
            description =
                    "What trainwright measure wrote of this machine: the job's devices become its processes. Without it the job's own cluster must be this machine.")
    private @Nullable Path machine;

    @Option(
            names = "--tries",
            paramLabel = "N",
            defaultValue = "4",
            description = "Runs at most, to find steps that no other work disturbs (default: ${DEFAULT-VALUE}).")
    private int tries;

    @Override
    public Integer call() throws IOException {
        if (tries < 1) {
            throw Failure.wrongInput("--tries takes a number from 1, not " + tries);
        }
        PrintWriter err = spec.commandLine().getErr();
        if (files.size() > 1 || Files.isDirectory(files.get(0))) {
            return all(jobs(), err);
        }
        Verified one = prepare(files.get(0)).run(err);
        if (one == null) {
            return ExitCode.ANSWER_IS_NO;
        }
        output.print(VerifyReport.of(one, Runtime.getRuntime().availableProcessors()));
        return ExitCode.OK;
    }

    private List<Path> jobs() throws IOException {
        List<Path> jobs = new ArrayList<>();
        for (Path file : files) {
            if (Files.isDirectory(file)) {
                try (Stream<Path> inside = Files.list(file)) {
                    inside.filter(f -> f.toString().endsWith(".yaml")).sorted().forEach(jobs::add);
                }
            } else {
                jobs.add(file);
            }
        }
        if (jobs.isEmpty()) {
            throw Failure.wrongInput("no job (a .yaml file) is in " + files);
        }
        return jobs;
    }

    /** Nothing runs before every job is known to be right and covered by the machine. */
    private int all(List<Path> jobs, PrintWriter err) throws IOException {
        List<Prepared> prepared = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (Path job : jobs) {
            VerifyCommand one = new VerifyCommand();
            new CommandLine(one).setOverwrittenOptionsAllowed(true).parseArgs(arguments(job));
            try {
                prepared.add(one.prepare(job));
            } catch (Failure | InputException e) {
                problems.add(e instanceof Failure ? job + ": " + e.getMessage() : e.getMessage());
            }
        }
        if (!problems.isEmpty()) {
            throw Failure.wrongInput(String.join("\n", problems));
        }
        List<VerifyTable.Entry> entries = new ArrayList<>();
        int code = ExitCode.OK;
        for (Prepared one : prepared) {
            String name = String.valueOf(one.file().getFileName()).replaceFirst("\\.yaml$", "");
            err.println(name + ":");
            try {
                Verified verified = one.run(err);
                code = verified == null ? ExitCode.ANSWER_IS_NO : code;
                entries.add(new VerifyTable.Entry(name, verified, verified == null ? "it failed" : null));
            } catch (Failure e) {
                if (e.exitCode() != ExitCode.ENVIRONMENT) {
                    throw e;
                }
                entries.add(new VerifyTable.Entry(name, null, e.getMessage()));
            }
        }
        output.print(VerifyTable.of(entries));
        return code;
    }

    /** The options in the job's head, and those given to this command, which win. */
    private String[] arguments(Path job) throws IOException {
        List<String> arguments = new ArrayList<>();
        for (String line : Files.readAllLines(job)) {
            if (line.startsWith(HEAD)) {
                String[] words = line.substring(HEAD.length()).strip().split(" +");
                arguments.addAll(List.of(words).subList(1, words.length));
            }
        }
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            if (option.arity().max() > 0) {
                option.originalStringValues().forEach(value -> arguments.add(option.longestName() + "=" + value));
            }
        }
        arguments.add(job.toString());
        return arguments.toArray(String[]::new);
    }

    /** A job that is forecast and can run. */
    private record Prepared(VerifyCommand command, Path file, Job job, Expected expected, int ranks, int threads) {
        /** Runs it; null where the run failed. */
        @Nullable
        Verified run(PrintWriter err) throws IOException {
            Measured measured =
                    new VerifyRun(command.options, command.tries, err).measure(file, job, expected, ranks, threads);
            return measured == null ? null : new Verified(job.name(), job.workload(), expected, measured);
        }
    }

    private Prepared prepare(Path file) throws IOException {
        Job job = options.read(file);
        if (job.layout() == null) {
            job = job.with(PlainLayout.of(job, own.calibrations()));
        }
        int ranks = TrainCommand.ranks(job);
        int threads = options.threads(ranks);
        Forecast forecast;
        if (machine == null) {
            Calibrations constants = own.calibrations();
            forecast = Forecaster.forecast(job, constants);
            own.used(constants, List.of(forecast));
        } else {
            try {
                OnMachine here = OnMachine.read(machine);
                Job placed = here.place(job);
                forecast = Forecaster.forecast(placed, here.calibration(placed));
                threads = here.threads(job);
            } catch (IllegalArgumentException e) {
                throw Failure.wrongInput("--machine: " + e.getMessage());
            }
        }
        double limitBytes = job.cluster().pools().get(0).type().accelerator().memoryBytes();
        Expected expected = Expected.of(forecast, options.slow(ranks).seconds(), limitBytes);
        return new Prepared(this, file, job, expected, ranks, threads);
    }
}

package dev.trainwright.app.command;

import dev.trainwright.app.report.Output;
import dev.trainwright.app.verify.MachineFiles;
import dev.trainwright.app.verify.MeasureReport;
import dev.trainwright.train.launch.LocalLauncher;
import dev.trainwright.train.measure.Figures;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code trainwright measure}: describes this machine, so that jobs can name it and forecasts rest on it. */
@Command(
        name = "measure",
        description = {
            "Measures this machine: products, attention, convolution, elementwise work, memory, launches, optimizer, collectives by size, compute beside them.",
            "Writes catalogue entries (accelerator, link, node) and a calibration for each number of processes. A process is a device, and all are at work at once."
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  trainwright measure machine",
            "  trainwright verify examples/train-small-gpt.yaml --machine machine"
        })
public final class MeasureCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "The folder to write; files of an earlier measurement are replaced.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path folder;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Output output;

    @Option(
            names = "--name",
            paramLabel = "ID",
            defaultValue = "this-machine",
            description = "What jobs call the nodes, before the number of processes (default: ${DEFAULT-VALUE}).")
    private String name = "this-machine";

    @Option(
            names = "--ranks",
            paramLabel = "N",
            split = ",",
            description =
                    "Processes at once, each a device; several numbers give several descriptions (default: 1 and as many as there are cores).")
    private List<Integer> ranks = List.of();

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "1",
            description = "Compute threads of a process (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Override
    public Integer call() throws IOException {
        int cores = Runtime.getRuntime().availableProcessors();
        List<Integer> counts = ranks.isEmpty() ? List.copyOf(new TreeSet<>(List.of(1, cores))) : ranks;
        if (counts.stream().anyMatch(n -> n < 1) || threads < 1 || !name.matches("[a-z0-9][a-z0-9-]*")) {
            throw Failure.wrongInput("--ranks and --threads take numbers from 1, and --name lower-case"
                    + " letters, digits and hyphens, not " + counts + ", " + threads + " and " + name);
        }
        if (!Files.isReadable(Path.of("/proc/self/status"))) {
            throw Failure.environment("memory is measured by /proc, which Linux alone has");
        }
        MachineFiles.Host host = MachineFiles.Host.here();
        LocalDate date = LocalDate.now(Clock.systemUTC());
        List<MachineFiles> machines = new ArrayList<>();
        Map<Path, String> files = new LinkedHashMap<>();
        for (int count : counts) {
            Figures figures = measure(count, cores);
            if (figures == null) {
                return ExitCode.ANSWER_IS_NO;
            }
            MachineFiles one = new MachineFiles(figures, name, date, host);
            machines.add(one);
            files.putAll(one.in(folder));
        }
        OutputFiles.write(files);
        output.print(MeasureReport.of(machines, folder, files.keySet()));
        return ExitCode.OK;
    }

    /** What {@code count} processes at once found; null where one failed, which is told. */
    private @Nullable Figures measure(int count, int cores) throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        err.println(count + (count == 1 ? " process:" : " processes at once:"));
        if (count * threads > cores) {
            err.println(count * threads + " threads share " + cores + " cores: the figures are those of sharing");
        }
        Path found = Files.createTempFile("trainwright", ".json");
        try {
            LocalLauncher.Outcome outcome = LocalLauncher.run(new LocalLauncher.Spec(
                    Ranks.probe(threads, found),
                    count,
                    threads,
                    Map.of(),
                    line -> {
                        synchronized (err) {
                            err.println(line);
                            err.flush();
                        }
                    },
                    child -> {}));
            if (!outcome.ok()) {
                err.println("trainwright: " + outcome.cause());
                return null;
            }
            return Figures.read(found);
        } finally {
            Files.delete(found);
        }
    }
}

package dev.trainwright.app.command;

import dev.trainwright.app.verify.MachineFiles;
import dev.trainwright.train.launch.LocalLauncher;
import dev.trainwright.train.measure.Figures;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code trainwright measure}: describes this machine, so that jobs can name it and forecasts rest on it. */
@Command(
        name = "measure",
        description = {
            "Measures this machine: matrix products, attention, convolution, memory, launches, all-reduces.",
            "Writes catalogue entries (accelerator, link, node) and a calibration. A rank is a device, and all ranks are at work at once."
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  trainwright measure machine",
            "  trainwright verify JOB --catalogue machine/catalogue --calibration machine/calibration.yaml"
        })
public final class MeasureCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "The folder to write; files of an earlier measurement are replaced.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path folder;

    @Option(
            names = "--name",
            paramLabel = "ID",
            defaultValue = "this-machine",
            description = "What jobs call the node (default: ${DEFAULT-VALUE}).")
    private String name = "this-machine";

    @Option(
            names = "--ranks",
            paramLabel = "N",
            defaultValue = "2",
            description = "Processes, each a device (default: ${DEFAULT-VALUE}).")
    private int ranks;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "1",
            description = "Compute threads of a process (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Override
    public Integer call() throws IOException {
        int cores = Runtime.getRuntime().availableProcessors();
        if (ranks < 2 || threads < 1 || !name.matches("[a-z0-9][a-z0-9-]*")) {
            throw Failure.wrongInput("--ranks takes a number from 2, --threads one from 1, and --name lower-case"
                    + " letters, digits and hyphens, not " + ranks + ", " + threads + " and " + name);
        }
        if (!Files.isReadable(Path.of("/proc/self/status"))) {
            throw Failure.environment("memory is measured by /proc, which Linux alone has");
        }
        PrintWriter err = spec.commandLine().getErr();
        if (ranks * threads > cores) {
            err.println(ranks * threads + " threads share " + cores + " cores: the figures are those of sharing");
        }
        Path found = Files.createTempFile("trainwright", ".json");
        try {
            LocalLauncher.Outcome outcome = LocalLauncher.run(new LocalLauncher.Spec(
                    Ranks.probe(threads, found),
                    ranks,
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
                return ExitCode.ANSWER_IS_NO;
            }
            MachineFiles files = new MachineFiles(
                    Figures.read(found), name, LocalDate.now(Clock.systemUTC()), MachineFiles.Host.here());
            OutputFiles.write(files.in(folder));
        } finally {
            Files.delete(found);
        }
        spec.commandLine()
                .getOut()
                .println("wrote " + folder + ": give commands --catalogue " + folder.resolve("catalogue")
                        + " --calibration " + folder.resolve("calibration.yaml") + ", and jobs cluster: {node: " + name
                        + "}");
        return ExitCode.OK;
    }
}

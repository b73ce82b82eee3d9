package dev.trainwright.app.command;

import dev.trainwright.app.verify.MachineFiles;
import dev.trainwright.app.verify.OnMachine;
import dev.trainwright.calibration.Calibration;
import dev.trainwright.cluster.Cluster;
import dev.trainwright.evidence.fit.CalibrationYaml;
import dev.trainwright.evidence.fit.MachineFit;
import dev.trainwright.evidence.fit.Sample;
import dev.trainwright.evidence.fit.Samples;
import dev.trainwright.evidence.fit.Validation;
import dev.trainwright.evidence.job.Planned;
import dev.trainwright.evidence.row.Inputs;
import dev.trainwright.input.InputException;
import dev.trainwright.job.Job;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Parsed;
import dev.trainwright.quantity.Quantities;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code --machine DIR --run JOB=TIME}: runs on a machine that {@code trainwright measure} described. */
final class MachineRuns {
    @Option(
            names = "--machine",
            paramLabel = "DIR",
            description =
                    "What trainwright measure wrote of this machine: what it measured is where the fit to every --run starts, and the folder written serves as --machine in its place.")
    private @Nullable Path machine;

    @Option(
            names = "--run",
            paramLabel = "JOB=TIME",
            description =
                    "A job file and the time that an iteration of it took here, such as 210ms, or a file with what verify --json printed of it. Repeatable.")
    private List<String> runs = new ArrayList<>();

    private record Key(Samples.Key samples, Calibration measured) {}

    /** Whether the fit is to one machine's runs. */
    boolean given() {
        return machine != null || !runs.isEmpty();
    }

    /** Fits to the runs; adds what is to be written to {@code folder} to {@code files} and returns the runs as they are forecast. */
    Map<String, List<Validation.Checked>> fit(Path folder, String date, Map<Path, String> files) {
        Path from = machine;
        if (from == null || runs.isEmpty()) {
            throw Failure.wrongInput("--machine DIR and --run JOB=TIME belong together");
        }
        OnMachine here = here(from);
        Arguments arguments = new Arguments();
        Map<Key, List<Sample>> samples = new LinkedHashMap<>();
        for (String run : runs) {
            try {
                add(run, here, samples);
            } catch (Failure | InputException | IllegalArgumentException e) {
                arguments.problem("--run " + run + ": " + e.getMessage());
            }
        }
        arguments.orThrow();
        copy(from, folder, files);
        Map<String, List<Validation.Checked>> schemes = new LinkedHashMap<>();
        samples.forEach((key, own) -> {
            MachineFit fit = MachineFit.of(key.measured(), key.samples(), own, date);
            String accelerator = key.samples().accelerator();
            files.put(
                    folder.resolve(MachineFiles.CALIBRATION).resolve(accelerator + ".yaml"),
                    CalibrationYaml.of(fit.calibration(), accelerator));
            fit.schemes()
                    .forEach((scheme, checked) -> schemes.computeIfAbsent(scheme, s -> new ArrayList<>())
                            .addAll(checked));
        });
        return schemes;
    }

    private static OnMachine here(Path machine) {
        try {
            return OnMachine.read(machine);
        } catch (IllegalArgumentException e) {
            throw Failure.wrongInput("--machine: " + e.getMessage());
        }
    }

    private static void add(String run, OnMachine here, Map<Key, List<Sample>> samples) {
        int equals = run.lastIndexOf('=');
        if (equals < 1) {
            throw Failure.wrongInput("expected JOB=TIME, such as job.yaml=210ms");
        }
        Path file = Path.of(run.substring(0, equals));
        Job job = new JobSource().read(file);
        if (job.layout() == null
                || job.cluster().pools().stream().mapToInt(Cluster.Pool::nodes).sum() > 1) {
            throw Failure.wrongInput(
                    file
                            + ": a run to fit to has a layout and one node, so that it is known and tells of the machine alone");
        }
        Job placed = here.place(job);
        Calibration measured = here.calibration(placed);
        String accelerator =
                placed.cluster().pools().get(0).type().accelerator().id();
        Planned planned = new Planned(
                placed,
                new Inputs(Map.of()),
                false,
                false,
                1,
                placed.workload().batch().size());
        samples.computeIfAbsent(
                        new Key(new Samples.Key(accelerator, measured.family()), measured), k -> new ArrayList<>())
                .add(new Sample("runs", file.toString(), planned, seconds(run.substring(equals + 1))));
    }

    /** Seconds, or those in what verify --json printed. */
    private static double seconds(String time) {
        Path file = Path.of(time);
        if (!Files.isRegularFile(file)) {
            Parsed parsed = Quantities.parse(Dimension.SECONDS, time);
            if (parsed instanceof Parsed.Value value && value.asDouble() > 0) {
                return value.asDouble();
            }
            throw Failure.wrongInput(
                    time + " is no time above 0 and no file: expected " + Quantities.accepted(Dimension.SECONDS));
        }
        try {
            JsonNode measured =
                    JsonMapper.shared().readTree(Files.readString(file)).at("/iteration/measuredSeconds");
            if (measured.isNumber()) {
                return measured.asDouble();
            }
        } catch (IOException | JacksonException e) {
            throw Failure.wrongInput(file + ": cannot be read as JSON: " + e.getMessage());
        }
        throw Failure.wrongInput(file + ": has no iteration.measuredSeconds, which verify --json prints of one job");
    }

    private static void copy(Path from, Path to, Map<Path, String> files) {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path file :
                    all.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
                files.put(to.resolve(from.relativize(file)), Files.readString(file));
            }
        } catch (IOException e) {
            throw Failure.environment(from + ": cannot be read: " + e.getMessage());
        }
    }
}

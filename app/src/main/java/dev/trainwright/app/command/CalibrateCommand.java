package dev.trainwright.app.command;

import dev.trainwright.app.answer.CalibrateAnswer;
import dev.trainwright.app.plan.ProgressLine;
import dev.trainwright.app.report.Output;
import dev.trainwright.calibration.Calibrations;
import dev.trainwright.evidence.Evidence;
import dev.trainwright.evidence.fit.CalibrationYaml;
import dev.trainwright.evidence.fit.Calibrator;
import dev.trainwright.evidence.fit.FittedLink;
import dev.trainwright.evidence.fit.Recalibration;
import dev.trainwright.evidence.fit.Sample;
import dev.trainwright.evidence.fit.Samples;
import dev.trainwright.evidence.report.HeldOutTable;
import dev.trainwright.evidence.score.Results;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code trainwright calibrate}: fits the constants of calibrations to measured runs. */
@Command(
        name = "calibrate",
        description = {
            "Fits the constants of forecasts to measured runs: those that Trainwright carries, and any of your own.",
            "Writes one calibration for each accelerator and software family that was measured, with 90 %% intervals from runs"
                    + " held out of the fits, and heldout.csv, the errors on them. Takes some minutes.",
            "With --machine and --run the calibration of your own machine alone is fitted, from what measure found.",
            "Collectives among the rows (logs of nccl-tests) give the attainable share and the latency of the links they cross,"
                    + " as entries that take the place of the catalogue's. Collectives alone are done in seconds."
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  trainwright calibrate fitted --rows my-runs.csv",
            "  trainwright forecast JOB --calibration fitted/h100-sxm-80gb-fsdp.yaml",
            "  trainwright calibrate fitted --rows my-runs.csv --catalogue mine",
            "  trainwright calibrate fitted --rows all_reduce_perf.log",
            "  trainwright forecast JOB --catalogue fitted/catalogue",
            "  trainwright calibrate fitted --machine machine --run job.yaml=40ms",
            "  trainwright verify JOB --machine fitted"
        })
public final class CalibrateCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "The folder to write; files of an earlier fit are replaced.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path folder;

    @Mixin
    private Output output = new Output();

    @Mixin
    private RowFiles rows = new RowFiles();

    @Mixin
    private MachineRuns machine = new MachineRuns();

    @Override
    public Integer call() {
        String date = LocalDate.now(Clock.systemUTC()).toString();
        Map<Path, String> files = new LinkedHashMap<>();
        if (machine.given()) {
            if (rows.given()) {
                throw Failure.wrongInput("--rows and --machine: published runs and a machine's own are fitted apart");
            }
            if (rows.hasCatalogue()) {
                throw Failure.wrongInput("--catalogue is of --rows: --machine has its own");
            }
            return write(List.of(), HeldOutTable.lines(machine.fit(folder, date, files)), Map.of(), files);
        }
        Calibrations known = Calibrations.builtIn();
        Evidence evidence = rows.evidence(known);
        RowFiles.Rows own = rows.read();
        List<FittedLink> links = evidence.links(own.collectives(), date);
        links.forEach(link -> files.put(
                folder.resolve("catalogue")
                        .resolve("links")
                        .resolve(link.after().id() + ".yaml"),
                link.yaml()));
        List<HeldOutTable.Line> heldOut = List.of();
        Results alone = own.against(evidence);
        Map<String, Integer> refused = alone.overall().refusals();
        if (!rows.given() || !own.runs().isEmpty()) {
            refuseAll(own, refused);
            Results all = own.with(evidence);
            refuseFew(Samples.of(alone).keySet(), Samples.of(all));
            heldOut = runs(known, all, date, files);
        } else if (links.isEmpty()) {
            throw Failure.wrongInput(
                    "--rows: no five collectives with size and time cross one link that the catalogue knows; nothing to fit");
        }
        return write(links, heldOut, refused, files);
    }

    /** Runs of which none can be forecast move nothing. */
    private static void refuseAll(RowFiles.Rows own, Map<String, Integer> refused) {
        int runs = own.runs().stream().mapToInt(file -> file.rows().size()).sum();
        if (runs > 0 && refused.values().stream().mapToInt(n -> n).sum() == runs) {
            throw Failure.wrongInput("--rows: no run can be forecast, so none can be fitted to: "
                    + String.join("; ", refused.keySet())
                    + ". Hardware that is in no catalogue is described in a folder: --catalogue DIR");
        }
    }

    /** Runs on accelerators of which too few are known have no calibration fitted; where that is so of all, nothing comes of them. */
    private static void refuseFew(Set<Samples.Key> own, Map<Samples.Key, List<Sample>> all) {
        Arguments arguments = new Arguments();
        own.forEach(key -> arguments.problem("--rows: %s under %s: %d timed runs; a calibration of its own takes %d"
                .formatted(key.accelerator(), key.family(), runs(key, all), Calibrator.FEWEST)));
        if (own.stream().allMatch(key -> runs(key, all) < Calibrator.FEWEST)) {
            arguments.orThrow();
        }
    }

    private static int runs(Samples.Key key, Map<Samples.Key, List<Sample>> all) {
        return all.getOrDefault(key, List.of()).size();
    }

    private Integer write(
            List<FittedLink> links,
            List<HeldOutTable.Line> heldOut,
            Map<String, Integer> refused,
            Map<Path, String> files) {
        OutputFiles.write(files);
        output.print(CalibrateAnswer.of(links, heldOut, refused, folder, files.keySet()));
        return ExitCode.OK;
    }

    /** Fits calibrations into {@code files}, and returns their errors. */
    private List<HeldOutTable.Line> runs(Calibrations known, Results results, String date, Map<Path, String> files) {
        Recalibration fitted;
        try (ProgressLine progress = ProgressLine.on(spec.commandLine().getErr())) {
            fitted = Recalibration.of(known, results, date, share -> progress.tell(share, "fitting"));
        }
        fitted.calibrations()
                .forEach((key, calibration) -> files.put(
                        folder.resolve(calibration.id() + ".yaml"),
                        CalibrationYaml.of(calibration, key.accelerator())));
        List<HeldOutTable.Line> heldOut = HeldOutTable.lines(fitted.schemes());
        files.put(folder.resolve("heldout.csv"), HeldOutTable.csv(heldOut));
        return heldOut;
    }
}

package dev.trainwright.app.command;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.calibration.Calibrations;
import dev.trainwright.forecast.Forecast;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --calibration FILE}, for every command that forecasts a job. */
final class OwnConstants {
    @Option(
            names = "--calibration",
            paramLabel = "FILE",
            description = "Constants of your own, a file or a folder of them, before those that come with the program.")
    private @Nullable Path file;

    /** The calibrations that come with the program, and before them the one in the file. */
    Calibrations calibrations() {
        return file == null ? Calibrations.builtIn() : Calibrations.builtIn().with(file);
    }

    /**
     * A user's own calibration that none of {@code forecasts} rests on would be ignored.
     *
     * @throws Failure of wrong input, naming what the file is for and what the job takes
     */
    void used(Calibrations constants, List<Forecast> forecasts) {
        if (file == null || forecasts.isEmpty()) {
            return;
        }
        List<Calibration> all = constants.all();
        List<Calibration> own =
                all.subList(0, all.size() - Calibrations.builtIn().all().size());
        if (forecasts.stream().noneMatch(f -> own.contains(f.calibration()))) {
            Forecast first = forecasts.get(0);
            throw Failure.wrongInput(file + ": this calibration is not used: it is of software family "
                    + String.join(
                            ", ",
                            own.stream().map(Calibration::family).distinct().toList())
                    + " and the accelerators it lists; the job runs on "
                    + first.job().cluster().pools().get(0).type().accelerator().id() + " and is forecast with "
                    + first.calibration().id()
                    + ". List that accelerator in the file, or name its family with software: in the job");
        }
    }
}

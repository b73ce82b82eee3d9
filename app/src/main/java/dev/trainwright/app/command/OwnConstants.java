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
            description = "Constants of your own, before those that come with the program.")
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
        Calibration own = constants.all().get(0);
        if (forecasts.stream().noneMatch(f -> f.calibration().equals(own))) {
            Forecast first = forecasts.get(0);
            throw Failure.wrongInput(file + ": this calibration is not used: it is of software family " + own.family()
                    + " and the accelerators it lists; the job runs on "
                    + first.job().cluster().pools().get(0).type().accelerator().id() + " and is forecast with "
                    + first.calibration().id()
                    + ". List that accelerator in the file, or name its family with software: in the job");
        }
    }
}

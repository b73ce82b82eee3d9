package dev.trainwright.forecast;

import dev.trainwright.calibration.Calibrations;
import dev.trainwright.cluster.Catalogue;
import dev.trainwright.job.Job;
import dev.trainwright.job.Jobs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Jobs as a user writes them. */
public final class Yaml {
    private Yaml() {}

    /** Reads {@code text} as a job file. */
    public static Job job(String text) {
        try {
            Path file = Files.createTempFile("job", ".yaml");
            try {
                return Jobs.read(Files.writeString(file, text), Catalogue.builtIn());
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Forecasts the layout of a job file. */
    public static Forecast forecast(String text) {
        return Forecaster.forecast(job(text), Calibrations.builtIn());
    }
}

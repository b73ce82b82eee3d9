package dev.trainwright.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into {@code version.properties}. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        var properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            properties.load(Objects.requireNonNull(in, "version.properties"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new String[] {"trainwright " + properties.getProperty("version")};
    }
}

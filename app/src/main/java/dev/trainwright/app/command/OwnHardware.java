package dev.trainwright.app.command;

import dev.trainwright.cluster.Catalogue;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --catalogue DIR}, for every command that reads a job. */
final class OwnHardware {
    @Option(
            names = "--catalogue",
            paramLabel = "DIR",
            description = "Hardware of your own, besides the catalogue that comes with the program.")
    private @Nullable Path folder;

    /** The folder given, or null. */
    @Nullable
    Path folder() {
        return folder;
    }

    /** The catalogue with what is in the folder. */
    Catalogue catalogue() {
        return folder == null ? Catalogue.builtIn() : Catalogue.builtIn().with(folder);
    }
}

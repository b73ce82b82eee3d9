package dev.trainwright.app.command;

import dev.trainwright.cluster.Catalogue;
import dev.trainwright.input.Node;
import dev.trainwright.input.Overlay;
import dev.trainwright.job.Job;
import dev.trainwright.job.Jobs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --set KEY=VALUE} and {@code --catalogue DIR}, for every command that reads a job. */
final class JobSource {
    @Option(
            names = Overlay.OPTION,
            paramLabel = "KEY=VALUE",
            description =
                    "Change a key of the job, such as layout.tp=2; nothing behind the = takes it out. Repeatable.")
    private List<String> changes = new ArrayList<>();

    @Option(
            names = "--catalogue",
            paramLabel = "DIR",
            description = "Hardware of your own, besides the catalogue that comes with the program.")
    private @Nullable Path folder;

    /** The changes given. */
    List<String> changes() {
        return changes;
    }

    /** The folder given, or null. */
    @Nullable
    Path folder() {
        return folder;
    }

    /** The job in {@code file} with the changes. */
    Job read(Path file) {
        return Jobs.read(file, changes, catalogue());
    }

    /** A job that stands in no file, with the changes. */
    Job read(Node job) {
        return Jobs.read(Overlay.on(job, changes), catalogue());
    }

    /** The same, and then with {@code more} that {@code option} brings. */
    Job read(Node job, List<String> more, String option) {
        return Jobs.read(Overlay.on(Overlay.on(job, changes), more, option), catalogue());
    }

    /** These options for another command. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        changes.forEach(change -> arguments.addAll(List.of(Overlay.OPTION, change)));
        if (folder != null) {
            arguments.addAll(List.of("--catalogue", folder.toString()));
        }
        return arguments;
    }

    private Catalogue catalogue() {
        return folder == null ? Catalogue.builtIn() : Catalogue.builtIn().with(folder);
    }
}

package dev.trainwright.app.command;

import dev.trainwright.cluster.Catalogue;
import dev.trainwright.input.Format;
import dev.trainwright.input.Node;
import dev.trainwright.input.Overlay;
import dev.trainwright.input.Trees;
import dev.trainwright.job.Job;
import dev.trainwright.job.Jobs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --set KEY=VALUE} and {@code --catalogue DIR}, for every command that reads a job, from a file or, as {@code -}, from standard input. */
final class JobSource {
    private static final String STANDARD_INPUT = "standard input";

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

    /** The job in {@code file}, or on standard input, with the changes. */
    Job read(Path file) {
        return read(tree(file));
    }

    /** What stands in {@code file}, or on standard input: paths in that are relative to the working folder. */
    static Node tree(Path file) {
        if (!isStandardInput(file)) {
            return Trees.read(file);
        }
        try {
            return Trees.parse(STANDARD_INPUT, System.in.readNBytes(Trees.LARGEST_BYTES + 1), Format.YAML);
        } catch (IOException e) {
            throw Failure.wrongInput(STANDARD_INPUT + ": cannot be read: " + e.getMessage());
        }
    }

    /** Whether a job file is given as {@code -}. */
    static boolean isStandardInput(Path file) {
        return file.toString().equals("-");
    }

    /** A job file as errors name it. */
    static String name(Path file) {
        return isStandardInput(file) ? STANDARD_INPUT : file.toString();
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

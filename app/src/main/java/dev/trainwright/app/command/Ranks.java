package dev.trainwright.app.command;

import dev.trainwright.train.launch.LocalLauncher;
import dev.trainwright.train.run.RunOptions;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Commands of the processes that train or measure: the native engine, which is beside the jar and on no other command's path, is on theirs. */
final class Ranks {
    private static final String MAIN = "dev.trainwright.train.run.TrainRank";
    private static final String PROBE = "dev.trainwright.train.measure.ProbeRank";

    /** Tries of a probe beside which other work runs. */
    private static final int TRIES = 6;

    private Ranks() {}

    /** The command of one rank. */
    static List<String> command(RunOptions options) {
        return LocalLauncher.java(classPath(), MAIN, options.arguments());
    }

    /** The command of one process that probes the machine and writes what it found to {@code file}. */
    static List<String> probe(int threads, Path file) {
        return LocalLauncher.java(
                classPath(), PROBE, List.of(Integer.toString(threads), file.toString(), Integer.toString(TRIES)));
    }

    private static String classPath() {
        String own = System.getProperty("java.class.path");
        Path engine = jar().resolveSibling("lib-train");
        return Files.isDirectory(engine) ? own + File.pathSeparator + engine + File.separator + "*" : own;
    }

    private static Path jar() {
        try {
            return Path.of(Ranks.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}

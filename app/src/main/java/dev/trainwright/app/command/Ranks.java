package dev.trainwright.app.command;

import dev.trainwright.train.launch.LocalLauncher;
import dev.trainwright.train.run.RunOptions;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Commands of the processes that train: the native engine, which is beside the jar and on no other command's path, is on theirs. */
final class Ranks {
    private static final String MAIN = "dev.trainwright.train.run.TrainRank";

    private Ranks() {}

    /** The command of one rank. */
    static List<String> command(RunOptions options) {
        return LocalLauncher.java(classPath(), MAIN, options.arguments());
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

package dev.trainwright.train.launch;

import java.io.IOException;
import java.util.Map;

/** Ends this process when the launcher that started it is gone: its end of the pipe closes whatever became of it. */
public final class ParentWatch {
    static final String VARIABLE = "TRAINWRIGHT_PARENT_PIPE";
    static final String LAUNCHED = "local launcher";
    static final String ATTACHED = "attached";

    private ParentWatch() {}

    /** Starts watching when {@code environment} says that a launcher holds standard input. */
    public static void start(Map<String, String> environment) {
        if (environment.containsKey(VARIABLE)) {
            Thread watch = new Thread(ParentWatch::watch, "parent watch");
            watch.setDaemon(true);
            watch.start();
        }
    }

    private static void watch() {
        try {
            while (System.in.read() >= 0) {
                // the launcher writes nothing
            }
        } catch (IOException e) {
            // a broken pipe means the same as a closed one
        }
        Runtime.getRuntime().halt(143);
    }
}

package dev.trainwright.app.command;

/** Ends a command with a message for the person who ran it, on standard error, and one of the {@link ExitCode}s. */
public final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    private Failure(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** What was given cannot be used; the message says what, where, and what is accepted. */
    public static Failure wrongInput(String message) {
        return new Failure(ExitCode.WRONG_INPUT, message);
    }

    /** The machine lacks something; the message says how to get it. */
    public static Failure environment(String message) {
        return new Failure(ExitCode.ENVIRONMENT, message);
    }

    /** The exit code that the process ends with. */
    public int exitCode() {
        return exitCode;
    }
}

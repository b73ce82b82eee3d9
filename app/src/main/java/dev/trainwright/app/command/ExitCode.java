package dev.trainwright.app.command;

/** The exit codes of every command. They are part of the interface: scripts rely on them. */
public final class ExitCode {
    /** Done, or the answer is yes. */
    public static final int OK = 0;
    /** Done, and the answer is no: it does not fit, the target cannot be reached, the check failed. */
    public static final int ANSWER_IS_NO = 1;
    /** Wrong input or wrong usage. */
    public static final int WRONG_INPUT = 2;
    /** The environment lacks something: a Java, a build, a readable directory. */
    public static final int ENVIRONMENT = 3;
    /** A fault of Trainwright itself (EX_SOFTWARE of sysexits.h). */
    public static final int INTERNAL_ERROR = 70;

    private ExitCode() {}
}

package dev.trainwright.app.report;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option {@code --json}, and printing: a mixin of every command that answers with a {@link Report}. */
public final class Output {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec command;

    @Option(names = "--json", description = "Print the answer as JSON: SI base units unless the name says otherwise.")
    private boolean json;

    /** Whether programs read the answer. */
    public boolean json() {
        return json;
    }

    /** Prints the report to the command's standard output. */
    public void print(Report report) {
        var out = command.commandLine().getOut();
        if (json) {
            out.println(report.json());
        } else {
            out.print(report.text(page()));
        }
    }

    /** Colour and the terminal's width on a terminal; elsewhere plain lines, as wide as COLUMNS says or never wrapped. */
    private Page page() {
        var ansi = command.commandLine().getColorScheme().ansi();
        int width = ansi.enabled() ? command.usageMessage().width() : Integer.MAX_VALUE;
        return new Page(columns(System.getenv("COLUMNS"), width), ansi);
    }

    /** The width that {@code columns} names, {@code otherwise} where it names none. */
    static int columns(@Nullable String columns, int otherwise) {
        return columns != null && columns.matches("[1-9][0-9]{1,4}") ? Integer.parseInt(columns) : otherwise;
    }
}

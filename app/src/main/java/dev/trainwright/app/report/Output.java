package dev.trainwright.app.report;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option {@code --json}, and printing: a mixin of every command that answers with a {@link Report}. */
public final class Output {
    private static final int WIDEST = 120;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec command;

    @Option(names = "--json", description = "Print the answer as JSON: SI base units unless the name says otherwise.")
    private boolean json;

    /** Prints the report to the command's standard output. */
    public void print(Report report) {
        var out = command.commandLine().getOut();
        if (json) {
            out.println(report.json());
        } else {
            out.print(report.text(page()));
        }
    }

    /** Colour and the terminal's width on a terminal; plain lines, never wrapped, elsewhere. */
    private Page page() {
        var ansi = command.commandLine().getColorScheme().ansi();
        int width = ansi.enabled() ? Math.min(command.usageMessage().width(), WIDEST) : Integer.MAX_VALUE;
        return new Page(width, ansi);
    }
}

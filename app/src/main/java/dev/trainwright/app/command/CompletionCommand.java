package dev.trainwright.app.command;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code trainwright completion}: completion of commands and options for bash and zsh. */
@Command(
        name = "completion",
        description = "Prints a script that lets bash and zsh complete commands and options.",
        footer = {"", "Example, for this shell:", "  source <(trainwright completion)"})
public final class CompletionCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        var root = spec.root();
        spec.commandLine().getOut().print(AutoComplete.bash(root.name(), root.commandLine()));
        return ExitCode.OK;
    }
}

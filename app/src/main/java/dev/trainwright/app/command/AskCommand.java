package dev.trainwright.app.command;

import dev.trainwright.app.answer.Story;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code trainwright ask}: a question about speedup in plain English, told back as the command that answers it. */
@Command(
        name = "ask",
        description = {
            "Answers a question about speedup, hours and cost in plain English, and says how it was read.",
            "Each number must say what it is; one that does not is asked about, never passed over."
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  trainwright ask \"We train on 1 GPU in 20 hours. Compute is 400 ms, sync is 50 ms.",
            "  If I buy 4 GPUs, how many hours will it take? And is it worth buying 4 more?\""
        })
public final class AskCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(paramLabel = "QUESTION", arity = "1..*", description = "The question, in quotes.")
    private List<String> words = new ArrayList<>();

    @Override
    public Integer call() {
        Story story = Story.of(String.join(" ", words));
        if (!story.problems().isEmpty()) {
            throw Failure.wrongInput("the question is not understood: " + String.join("; ", story.problems())
                    + "\nThe same with options: trainwright speedup --help; other questions: trainwright --help");
        }
        List<String> arguments = new ArrayList<>();
        story.options().forEach((option, value) -> arguments.addAll(List.of(option, value)));
        var out = spec.commandLine().getOut();
        out.println("Read as: trainwright speedup " + String.join(" ", arguments));
        out.println();
        CommandLine speedup = Objects.requireNonNull(spec.root().subcommands().get("speedup"));
        return speedup.execute(arguments.toArray(String[]::new));
    }
}

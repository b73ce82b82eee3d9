package dev.trainwright.app.command;

import dev.trainwright.app.question.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code trainwright ask}: a question in plain English, told back as the command that answers it. */
@Command(
        name = "ask",
        description = {
            "Answers a question in plain English, and says how it was read: about speedup, hours and cost, a target or a"
                    + " deadline, clusters side by side, memory, accumulation, stragglers, pipelines, failures.",
            "Each number must say what it is; one that does not is asked about, never passed over."
        },
        footer = {
            "",
            "Examples:",
            "  trainwright ask \"Compute 400 ms, sync 50 ms. What speedup on 4 GPUs?\"",
            "  trainwright ask \"20 billion parameters at 4 bytes each: how many 16 GB cards?\"",
            "  trainwright ask \"Four workers take 90, 95, 100 and 300 ms. Sync or async?\""
        })
public final class AskCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(paramLabel = "QUESTION", arity = "1..*", description = "The question, in quotes.")
    private List<String> words = new ArrayList<>();

    @Override
    public Integer call() {
        Question question = Question.of(String.join(" ", words));
        if (!question.problems().isEmpty()) {
            throw Failure.wrongInput("the question is not understood: " + String.join("; ", question.problems())
                    + "\nRead as one for trainwright " + question.topic() + ", whose options say the same: trainwright "
                    + question.topic() + " --help; other questions: trainwright --help");
        }
        CommandLine command = Objects.requireNonNull(spec.root().subcommands().get(question.topic()));
        var out = spec.commandLine().getOut();
        int worst = ExitCode.OK;
        for (List<String> arguments : question.commands()) {
            if (worst != ExitCode.OK || !arguments.equals(question.commands().get(0))) {
                out.println();
            }
            out.println("Read as: trainwright " + question.topic() + " " + String.join(" ", arguments));
            out.println();
            worst = Math.max(worst, command.execute(arguments.toArray(String[]::new)));
        }
        return worst;
    }
}

package dev.trainwright.app;

import dev.trainwright.app.command.AccumulateCommand;
import dev.trainwright.app.command.AskCommand;
import dev.trainwright.app.command.BubbleCommand;
import dev.trainwright.app.command.BudgetCommand;
import dev.trainwright.app.command.CalibrateCommand;
import dev.trainwright.app.command.CompareCommand;
import dev.trainwright.app.command.CompletionCommand;
import dev.trainwright.app.command.DrillCommand;
import dev.trainwright.app.command.EvidenceCommand;
import dev.trainwright.app.command.ExitCode;
import dev.trainwright.app.command.Failure;
import dev.trainwright.app.command.FailuresCommand;
import dev.trainwright.app.command.FitCommand;
import dev.trainwright.app.command.ForecastCommand;
import dev.trainwright.app.command.LaunchCommand;
import dev.trainwright.app.command.MeasureCommand;
import dev.trainwright.app.command.ModelCommand;
import dev.trainwright.app.command.PlanCommand;
import dev.trainwright.app.command.SchemaCommand;
import dev.trainwright.app.command.SpeedupCommand;
import dev.trainwright.app.command.StragglerCommand;
import dev.trainwright.app.command.TimelineCommand;
import dev.trainwright.app.command.TrainCommand;
import dev.trainwright.app.command.VerifyCommand;
import dev.trainwright.input.InputException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command {@code trainwright}. A new subcommand is one more class in {@code subcommands}. */
@Command(
        name = "trainwright",
        description = "Plans, forecasts and runs distributed training of neural networks.",
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        usageHelpAutoWidth = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            AccumulateCommand.class,
            AskCommand.class,
            BubbleCommand.class,
            BudgetCommand.class,
            CalibrateCommand.class,
            CompareCommand.class,
            CompletionCommand.class,
            DrillCommand.class,
            EvidenceCommand.class,
            FailuresCommand.class,
            FitCommand.class,
            ForecastCommand.class,
            LaunchCommand.class,
            MeasureCommand.class,
            ModelCommand.class,
            PlanCommand.class,
            SchemaCommand.class,
            SpeedupCommand.class,
            StragglerCommand.class,
            TimelineCommand.class,
            TrainCommand.class,
            VerifyCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done, or the answer is yes",
            "1:done, and the answer is no (does not fit, target out of reach, check failed)",
            "2:wrong input or usage",
            "3:the environment lacks something",
            "70:internal error"
        },
        footer = {"", "Example:", "  trainwright plan examples/llama3-8b-64xh100.yaml"})
public final class Main implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--stack-trace",
            scope = ScopeType.INHERIT,
            description = "On an internal error, print where it happened.")
    private boolean stackTrace;

    Main() {}

    public static void main(String[] args) {
        Locale.setDefault(Locale.ROOT); // one way to print a number, whatever the machine's language
        var stdout = new StandardOutput();
        PrintWriter err = utf8(System.err);
        int code = run(utf8(stdout), err, args);
        if (stdout.lost() != null) {
            err.println("trainwright: standard output cannot be written: " + stdout.lost());
            err.flush();
            code = ExitCode.ENVIRONMENT;
        }
        System.exit(code);
    }

    /** Runs one command line and returns its {@link ExitCode}; results go to {@code out}, errors to {@code err}. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        return run(new CommandLine(new Main()).setOut(out).setErr(err), args);
    }

    static int run(CommandLine commandLine, String... args) {
        Main main = commandLine.getCommand();
        PrintWriter err = commandLine.getErr();
        commandLine.setParameterExceptionHandler(Main::misused);
        commandLine.setExecutionExceptionHandler((thrown, command, parsed) -> main.report(thrown, err));
        int code;
        try {
            code = commandLine.execute(args);
        } catch (StackOverflowError | OutOfMemoryError error) {
            code = main.report(error, err);
        }
        commandLine.getOut().flush();
        err.flush();
        return code;
    }

    @Override
    public Integer call() {
        throw new CommandLine.ParameterException(spec.commandLine(), "a command is missing");
    }

    /** What is wrong with the words of the command line, and where help is; a missing command shows them all. */
    private static int misused(CommandLine.ParameterException wrong, String[] args) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("trainwright: " + wrong.getMessage());
        if (CommandLine.UnmatchedArgumentException.printSuggestions(wrong, err) || command.getParent() != null) {
            err.println("Help: " + command.getCommandSpec().qualifiedName() + " --help");
        } else {
            command.usage(err);
        }
        return ExitCode.WRONG_INPUT;
    }

    private int report(Throwable thrown, PrintWriter err) {
        if (thrown instanceof InputException) {
            err.println(thrown.getMessage());
            return ExitCode.WRONG_INPUT;
        }
        if (thrown instanceof Failure failure) {
            err.println("trainwright: " + failure.getMessage());
            return failure.exitCode();
        }
        err.println("trainwright: internal error: " + thrown);
        if (stackTrace) {
            thrown.printStackTrace(err);
        } else {
            err.println("This is a fault of Trainwright. Run the same with --stack-trace to see where it happened.");
        }
        return ExitCode.INTERNAL_ERROR;
    }

    private static PrintWriter utf8(OutputStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), false);
    }
}

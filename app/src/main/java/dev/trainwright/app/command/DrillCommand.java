package dev.trainwright.app.command;

import dev.trainwright.app.answer.DrillAnswer;
import dev.trainwright.app.report.Output;
import dev.trainwright.drill.Cell;
import dev.trainwright.drill.Cells;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code trainwright drill}: the nine worked examples, live. */
@Command(
        name = "drill",
        description = {
            "Nine worked examples, one for each kind of number that distributed training meets.",
            "Each is a forecast, steps with their why, a verification, and where the simple answer stops."
        },
        footer = {"", "Examples:", "  trainwright drill", "  trainwright drill E G"})
public final class DrillCommand implements Callable<Integer> {
    @Mixin
    private Output output = new Output();

    @Parameters(paramLabel = "CELL", description = "Letters from A to I; all nine if none is given.")
    private List<String> letters = new ArrayList<>();

    @Override
    public Integer call() {
        Arguments arguments = new Arguments();
        List<Cell> cells = new ArrayList<>();
        for (String letter : letters) {
            Cells.of(letter)
                    .ifPresentOrElse(cells::add, () -> arguments.problem(letter + ": no such cell; they are A to I"));
        }
        arguments.orThrow();
        List<Cell> shown = letters.isEmpty() ? Cells.all() : cells;
        output.print(DrillAnswer.of(shown));
        return shown.stream().allMatch(Cell::verified) ? ExitCode.OK : ExitCode.ANSWER_IS_NO;
    }
}

package dev.trainwright.app.command;

import dev.trainwright.app.answer.DrillAnswer;
import dev.trainwright.app.picture.ChartSvg;
import dev.trainwright.app.picture.Curves;
import dev.trainwright.app.report.Output;
import dev.trainwright.drill.Cell;
import dev.trainwright.drill.Cells;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code trainwright drill}: the nine worked examples, live. */
@Command(
        name = "drill",
        description = {
            "Nine worked examples, one for each kind of number that distributed training meets.",
            "Each is a forecast, steps with their why, a verification, and where the simple answer stops."
        },
        footer = {
            "",
            "Examples:",
            "  trainwright drill",
            "  trainwright drill E G",
            "  trainwright drill --svg cells.svg"
        })
public final class DrillCommand implements Callable<Integer> {
    @Mixin
    private Output output = new Output();

    @Parameters(
            paramLabel = "CELL",
            completionCandidates = Candidates.Letters.class,
            description = "Letters from A to I; all nine if none is given.")
    private List<String> letters = new ArrayList<>();

    @Option(names = "--svg", paramLabel = "FILE", description = "Write the speedup curve of cells A to D as SVG.")
    private @Nullable Path svg;

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
        OutputFiles.write(svg, () -> ChartSvg.of(Curves.cells()));
        output.print(DrillAnswer.of(shown));
        return shown.stream().allMatch(Cell::verified) ? ExitCode.OK : ExitCode.ANSWER_IS_NO;
    }
}

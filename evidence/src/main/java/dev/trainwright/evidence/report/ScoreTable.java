package dev.trainwright.evidence.report;

import dev.trainwright.evidence.score.Errors;
import dev.trainwright.evidence.score.FileScore;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/** Scores as a table: one line a file, every column declared once. */
public final class ScoreTable {
    /** A column: its title and what it shows of a score. */
    private record Column(String title, Function<FileScore, String> cell) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("file", FileScore::file),
            new Column("rows", s -> Integer.toString(s.rows())),
            new Column("inputs", s -> count(s.inputs())),
            new Column("refused", s -> count(s.refused())),
            new Column("timed", s -> count(s.time().rows())),
            new Column("mean", s -> percent(s.time().mape())),
            new Column("median", s -> percent(s.time().medianApe())),
            new Column("p90", s -> percent(s.time().p90Ape())),
            new Column("bias", s -> signed(s.time())),
            new Column("worst", s -> percent(s.time().worst())),
            new Column("speedup", s -> percent(s.scaling().medianApe())),
            new Column("collective", s -> percent(s.collective().medianApe())),
            new Column("memory", s -> percent(s.memory().mape())),
            new Column("OOM said", s -> s.outOfMemory() == 0 ? "" : s.outOfMemorySaid() + "/" + s.outOfMemory()),
            new Column("regret mean/max", FileRegret::text),
            new Column("in 90 %", s -> percent(s.interval().coverage())),
            new Column("half-width", s -> percent(s.interval().medianHalfWidth())));

    /** The regret column. */
    private static final class FileRegret {
        static String text(FileScore score) {
            return score.choices().groups() == 0
                    ? ""
                    : percent(score.choices().mean()) + " / "
                            + percent(score.choices().max());
        }
    }

    private ScoreTable() {}

    /** As aligned text. */
    public static String text(List<FileScore> scores) {
        List<List<String>> lines = lines(scores, COLUMNS);
        int[] widths = new int[COLUMNS.size()];
        lines.forEach(line -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        });
        StringBuilder text = new StringBuilder();
        for (List<String> line : lines) {
            StringBuilder row = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String pad = " ".repeat(widths[i] - line.get(i).length());
                row.append(i == 0 ? line.get(i) + pad : "  " + pad + line.get(i));
            }
            text.append(row.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    /** As a Markdown table. */
    public static String markdown(List<FileScore> scores) {
        return markdown(scores, COLUMNS);
    }

    /** The same with those columns alone whose titles are {@code shown}. */
    static String markdown(List<FileScore> scores, Set<String> shown) {
        return markdown(
                scores,
                COLUMNS.stream().filter(column -> shown.contains(column.title)).toList());
    }

    private static String markdown(List<FileScore> scores, List<Column> columns) {
        List<List<String>> lines = lines(scores, columns);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            text.append("| ").append(String.join(" | ", lines.get(i))).append(" |\n");
            if (i == 0) {
                text.append("|---").append("|---:".repeat(columns.size() - 1)).append("|\n");
            }
        }
        return text.toString();
    }

    private static List<List<String>> lines(List<FileScore> scores, List<Column> columns) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(columns.stream().map(Column::title).toList());
        for (FileScore score : scores) {
            lines.add(columns.stream().map(c -> c.cell.apply(score)).toList());
        }
        return lines;
    }

    private static String count(int n) {
        return n == 0 ? "" : Integer.toString(n);
    }

    private static String signed(Errors errors) {
        return errors.rows() == 0 ? "" : String.format(Locale.ROOT, "%+.1f %%", 100 * errors.bias());
    }

    /** {@code 4.2 %}; empty for NaN. */
    static String percent(double share) {
        return Double.isNaN(share) ? "" : String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}

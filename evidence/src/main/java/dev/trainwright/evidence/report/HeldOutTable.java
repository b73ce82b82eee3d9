package dev.trainwright.evidence.report;

import dev.trainwright.evidence.fit.Validation;
import dev.trainwright.evidence.score.Errors;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Errors of runs by how much of them their calibration had seen. */
public final class HeldOutTable {
    private HeldOutTable() {}

    /**
     * One line.
     *
     * @param scheme what was held out of the fits: "fitted" (nothing), "groups", "sources", "general" (everything)
     * @param source of the runs, {@code overall} for all
     */
    public record Line(String scheme, String source, Errors errors) {}

    /** One line a scheme and source, and one of all sources. */
    public static List<Line> lines(Map<String, List<Validation.Checked>> schemes) {
        List<Line> lines = new ArrayList<>();
        schemes.forEach((scheme, runs) -> {
            for (String source : sources(runs)) {
                List<Validation.Checked> own = runs.stream()
                        .filter(run -> run.sample().source().equals(source))
                        .toList();
                lines.add(new Line(scheme, source, errors(own)));
            }
            lines.add(new Line(scheme, "overall", errors(runs)));
        });
        return lines;
    }

    private static Errors errors(List<Validation.Checked> runs) {
        return Errors.of(
                runs.stream().map(run -> new Errors.Pair(1 / run.ratio(), 1)).toList());
    }

    /** As CSV. */
    public static String csv(List<Line> lines) {
        StringBuilder csv = new StringBuilder("scheme,source,runs,mean,median,p90\n");
        lines.forEach(line -> csv.append(String.format(
                Locale.ROOT,
                "%s,%s,%d,%.4f,%.4f,%.4f%n",
                line.scheme(),
                line.source(),
                line.errors().rows(),
                line.errors().mape(),
                line.errors().medianApe(),
                line.errors().p90Ape())));
        return csv.toString();
    }

    private static Set<String> sources(List<Validation.Checked> runs) {
        Set<String> sources = new TreeSet<>();
        runs.forEach(run -> sources.add(run.sample().source()));
        return sources;
    }

    /** Such CSV as a Markdown table, one line a source: mean / median of every scheme. */
    public static String markdown(String csv) {
        Map<String, Map<String, String>> sources = new LinkedHashMap<>();
        Set<String> schemes = new TreeSet<>();
        csv.lines().skip(1).forEach(line -> {
            String[] cells = line.split(",", -1);
            schemes.add(cells[0]);
            Map<String, String> source = sources.computeIfAbsent(cells[1], name -> new LinkedHashMap<>());
            source.put("runs", cells[2]);
            source.put(cells[0], percent(cells[3]) + " / " + percent(cells[4]));
        });
        List<String> columns = new ArrayList<>(schemes);
        StringBuilder text = new StringBuilder("| source | runs | " + String.join(" | ", columns) + " |\n");
        text.append("|---|---:").append("|---:".repeat(columns.size())).append("|\n");
        sources.forEach((source, cells) -> {
            text.append("| ").append(source).append(" | ").append(cells.get("runs"));
            columns.forEach(column -> text.append(" | ").append(cells.getOrDefault(column, "")));
            text.append(" |\n");
        });
        return text.toString();
    }

    private static String percent(String share) {
        return ScoreTable.percent(Double.parseDouble(share));
    }
}

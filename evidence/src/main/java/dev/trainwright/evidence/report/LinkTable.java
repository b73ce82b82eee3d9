package dev.trainwright.evidence.report;

import dev.trainwright.evidence.fit.FittedLink;
import java.util.List;
import java.util.Locale;

/** Fitted links beside the catalogue's, as a table in Markdown. */
public final class LinkTable {
    private LinkTable() {}

    /** One row for each of {@code links}; empty where there is none. */
    public static String of(List<FittedLink> links) {
        if (links.isEmpty()) {
            return "";
        }
        StringBuilder table = new StringBuilder("""
                | link | collectives | attainable, catalogue | fitted | latency, catalogue | fitted | median error, catalogue | fitted | held out |
                |---|---:|---:|---:|---:|---:|---:|---:|---:|
                """);
        links.forEach(l -> table.append(String.format(
                Locale.ROOT,
                "| %s | %d | %.2f | %.2f | %.3g us | %.3g us | %.1f %% | %.1f %% | %.1f %% |%n",
                l.after().id(),
                l.rows(),
                l.before().attainable(),
                l.after().attainable(),
                l.before().latencySeconds() * 1e6,
                l.after().latencySeconds() * 1e6,
                100 * l.medianBefore(),
                100 * l.medianFitted(),
                100 * l.medianHeldOut())));
        return table.toString();
    }
}

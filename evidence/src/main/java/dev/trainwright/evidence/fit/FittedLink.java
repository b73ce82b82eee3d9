package dev.trainwright.evidence.fit;

import dev.trainwright.cluster.Link;
import java.util.Locale;

/**
 * A link whose attainable share and latency were fitted to collectives over it.
 *
 * @param before as the catalogue has it
 * @param after as fitted
 * @param rows collectives behind it
 * @param medianBefore median error of the catalogue's link on them, a share
 * @param medianFitted the same of the fitted one
 * @param medianHeldOut the same where every second size was held out of the fit
 */
public record FittedLink(
        Link before, Link after, int rows, double medianBefore, double medianFitted, double medianHeldOut) {

    /** The fitted link as a catalogue file, which takes the place of the entry with its id. */
    public String yaml() {
        return String.format(
                Locale.ROOT,
                """
                id: %s
                name: "%s"
                kind: %s
                bandwidth: %.6g GB/s
                attainable: %.4g
                latency: %.4g us
                inNetworkReduction: %s
                source: "%s"
                sourceUrl: %s
                date: %s
                """,
                after.id(),
                after.name(),
                after.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                after.bandwidth() / 1e9,
                after.attainable(),
                after.latencySeconds() * 1e6,
                after.inNetworkReduction(),
                after.source().title().replace("\"", "'"),
                after.source().url(),
                after.source().date());
    }
}

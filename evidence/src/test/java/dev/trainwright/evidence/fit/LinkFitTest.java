package dev.trainwright.evidence.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trainwright.calibration.Calibrations;
import dev.trainwright.cluster.Catalogue;
import dev.trainwright.evidence.Evidence;
import dev.trainwright.evidence.row.CollectiveFile;
import dev.trainwright.evidence.row.CollectiveRow;
import dev.trainwright.evidence.row.OwnRows;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Links fitted to collectives. */
class LinkFitTest {
    private final Evidence evidence = new Evidence(Catalogue.builtIn(), Calibrations.builtIn());

    /** All-reduces that run at a bus bandwidth of 180 GB/s over NVLink 3, whose rate is 300 GB/s: 0.60, by nccl-tests' definition of bus bandwidth. */
    @Test
    void busBandwidthGivesTheShare() {
        List<CollectiveRow> rows = new ArrayList<>();
        for (int power = 26; power <= 33; power++) {
            double bytes = Math.scalb(1.0, power);
            rows.add(new CollectiveRow(
                    "row" + power,
                    "made",
                    "all_reduce",
                    "A100-SXM4-80GB",
                    8,
                    1,
                    8,
                    "NVLink3",
                    "",
                    bytes,
                    null,
                    180e9,
                    ""));
        }
        FittedLink link = evidence.links(List.of(new CollectiveFile("made.csv", rows)), "2026-12-02")
                .get(0);
        assertThat(link.after().id()).isEqualTo("nvlink3");
        assertThat(link.after().attainable()).isEqualTo(0.60, within(0.01));
        assertThat(link.medianFitted()).isLessThan(0.01);
        assertThat(link.medianHeldOut()).isLessThan(0.02);
    }

    /** Published logs: 124 to 127 of 200 GB/s bus bandwidth at 4 GiB on 16 and 32 A100 of Azure (arXiv 2412.12487); sizes held out are forecast better than by the catalogue. */
    @Test
    void publishedLogs() {
        List<FittedLink> links = evidence.links(List.of(OwnRows.collectives()), "2026-12-02");
        assertThat(links).hasSizeGreaterThan(4).allSatisfy(link -> {
            assertThat(link.after().attainable()).isBetween(0.3, 1.0);
            assertThat(link.medianFitted()).isLessThan(0.15);
            assertThat(link.medianHeldOut()).isLessThan(0.15);
        });
        FittedLink azure = links.stream()
                .filter(link -> link.after().id().equals("infiniband-hdr-azure"))
                .findFirst()
                .orElseThrow();
        assertThat(azure.after().attainable()).isEqualTo(0.628, within(0.03));
        assertThat(azure.medianHeldOut()).isLessThan(azure.medianBefore());
    }
}

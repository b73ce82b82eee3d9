package dev.trainwright.evidence.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.trainwright.cluster.Catalogue;
import dev.trainwright.cluster.Link;
import dev.trainwright.cluster.NodeType;
import dev.trainwright.evidence.row.Column;
import dev.trainwright.evidence.row.Inputs;
import dev.trainwright.evidence.row.OwnRows;
import dev.trainwright.evidence.row.Row;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Recompute;
import dev.trainwright.layout.Schedule;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.workload.MeasuredModel;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RowToJobTest {
    private static final RowToJob ROW_TO_JOB = new RowToJob(Catalogue.builtIn(), Assumptions.own());

    private static Planned plan(String id) {
        return ROW_TO_JOB.plan(row(id).inputs(), null);
    }

    private static Row row(String id) {
        return OwnRows.files().stream()
                .flatMap(file -> file.rows().stream())
                .filter(row -> row.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static NodeType node(Planned planned) {
        return planned.job().cluster().pools().get(0).type();
    }

    /** MPT-70b's published parameters (llm-foundry's table). */
    @Test
    void dimensionsGiveThePublishedParameters() {
        assertThat((double) plan("mpt-0001").job().workload().model().parameters())
                .isCloseTo(64_862_437_376.0, within(64_862_437_376.0 * 0.001));
        assertThat((double) plan("mpt-0129").job().workload().model().parameters())
                .isCloseTo(354_412_544.0, within(354_412_544.0 * 0.001));
    }

    /** Nemotron 3's reports: 31.6 and 120.6 billion parameters; DeepSeek-V3: 671 billion. */
    @Test
    void namesGiveThePublishedParameters() {
        assertThat((double) plan("mbridge-0011").job().workload().model().parameters())
                .isCloseTo(31.6e9, within(31.6e9 * 0.01));
        assertThat((double) plan("mbridge-0013").job().workload().model().parameters())
                .isCloseTo(120.6e9, within(120.6e9 * 0.01));
        assertThat((double) plan("mbridge-0001").job().workload().model().parameters())
                .isCloseTo(671e9, within(671e9 * 0.005));
    }

    @Test
    void layersThatAreNotToldFollowFromTheParameters() {
        Planned planned = plan("bs-0020");

        assertThat((double) planned.job().workload().model().parameters()).isCloseTo(200e9, within(5e9));
        assertThat(planned.job().layout()).extracting(Layout::pp).isEqualTo(10);
    }

    @Test
    void anInterleavedLayoutIsReadFromItsRow() {
        Layout layout = Objects.requireNonNull(plan("kor-0005").job().layout());

        assertThat(layout.tp()).isEqualTo(8);
        assertThat(layout.pp()).isEqualTo(35);
        assertThat(layout.virtualStages()).isEqualTo(3);
        assertThat(layout.schedule()).isEqualTo(Schedule.INTERLEAVED);
        assertThat(layout.recompute()).isEqualTo(Recompute.FULL);
        assertThat(layout.zero()).isEqualTo(ZeroStage.NONE);
        assertThat(layout.devices()).isEqualTo(280);
    }

    @Test
    void aNetworkOfItsOwnReplacesTheMachines() {
        NodeType node = node(plan("mpt-0139"));

        Link link = Objects.requireNonNull(node.interLink());
        assertThat(link.kind()).isEqualTo(Link.Kind.ETHERNET_ROCE);
        assertThat(node.nics() * link.bandwidth()).isEqualTo(1600e9 / 8);
    }

    @Test
    void everyAssumedValueIsNamedWithItsReason() {
        assertThat(plan("vtrain-0001").job().assumed())
                .anySatisfy(sentence -> assertThat(sentence).startsWith("activation_recompute full: "))
                .allSatisfy(sentence -> assertThat(sentence).matches("[a-z_]+ [^:]+: .{4,}"));
    }

    @Test
    void aValueOfTheRowIsNeverReplaced() {
        Inputs given = row("vtrain-0001").inputs().with(Map.of(Column.ACTIVATION_RECOMPUTE, "none"));

        Planned planned = ROW_TO_JOB.plan(given, null);

        assertThat(planned.job().layout()).extracting(Layout::recompute).isEqualTo(Recompute.NONE);
        assertThat(planned.job().assumed()).noneMatch(sentence -> sentence.startsWith("activation_recompute"));
    }

    /** 128 sequences a device of 317 sequences a second: 0.404 s of compute (DeepLearningExamples, BERT-Large). */
    @Test
    void aMeasuredOneDeviceRunStandsForTheModel() {
        Inputs eight = row("dle-0083").inputs();

        MeasuredModel model =
                (MeasuredModel) ROW_TO_JOB.plan(eight, 83.0).job().workload().model();

        assertThat(model.computeSeconds()).isCloseTo(256 / 83.0, within(1e-9));
        assertThat(model.parameters()).isBetween(330_000_000L, 340_000_000L);
    }

    @Test
    void whatIsMissingIsTheReasonForRefusing() {
        Inputs bare = new Inputs(Map.of(Column.ID, "x", Column.MODEL, "Unheard-of", Column.N_DEVICES, "8"));

        assertThatThrownBy(() -> ROW_TO_JOB.plan(bare, null))
                .isInstanceOf(Refusal.class)
                .hasMessage("no accelerator");
        assertThatThrownBy(() -> ROW_TO_JOB.plan(bare.with(Map.of(Column.ACCELERATOR, "Cray-1")), null))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("not in the catalogue");
        assertThatThrownBy(() -> ROW_TO_JOB.plan(bare.with(Map.of(Column.LAYERS, "a few")), null))
                .isInstanceOf(Refusal.class);
    }

    @Test
    void rowsWithATimeAreForecast() {
        long timed = 0;
        long planned = 0;
        for (var file : OwnRows.files()) {
            Basis basis = Basis.of(file.rows());
            for (Row row : file.rows()) {
                if (row.measured().iterationSeconds() == null) {
                    continue;
                }
                timed++;
                planned += basis.isInput(row) || isPlanned(row, basis) ? 1 : 0;
            }
        }
        assertThat((double) planned / timed).isGreaterThan(0.97);
    }

    private static boolean isPlanned(Row row, Basis basis) {
        try {
            Double one = basis.of(row).map(r -> r.measured().throughput()).orElse(null);
            return ROW_TO_JOB.plan(row.inputs(), one).job().layout() != null;
        } catch (Refusal refused) {
            return false;
        }
    }
}

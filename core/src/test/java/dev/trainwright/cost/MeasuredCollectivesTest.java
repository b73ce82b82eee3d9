package dev.trainwright.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.trainwright.calibration.Calibrations;
import dev.trainwright.cluster.Catalogue;
import dev.trainwright.cluster.Cluster;
import dev.trainwright.cluster.Economics;
import dev.trainwright.forecast.Machine;
import dev.trainwright.workload.Precision;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All-reduces as published by those who ran nccl-tests, by general constants. */
final class MeasuredCollectivesTest {
    private static Fabric fabric(String node, int nodes) {
        var type = Catalogue.builtIn().node(node);
        var cluster = new Cluster(node, List.of(new Cluster.Pool(type, nodes)), 0, Economics.UNKNOWN);
        var calibration = Calibrations.builtIn().select(type.accelerator(), "any");
        return Machine.of(cluster, Precision.FP32, true, calibration).fabric();
    }

    @ParameterizedTest
    @CsvSource({
        // nccl issue 527: one p4d.24xlarge
        "p4d.24xlarge, 1, 8, 1024, 31.4, 30",
        "p4d.24xlarge, 1, 8, 4194304, 105.7, 25",
        "p4d.24xlarge, 1, 8, 67108864, 566.1, 10",
        "p4d.24xlarge, 1, 8, 1073741824, 8139, 5",
        // nccl-test-log of arXiv 2412.12487: Azure ND A100 v4
        "nd-a100-v4, 2, 16, 1024, 34.6, 15",
        "nd-a100-v4, 2, 16, 4194304, 146, 10",
        "nd-a100-v4, 2, 16, 134217728, 2037, 10",
        "nd-a100-v4, 2, 16, 4294967296, 63435, 5",
        "nd-a100-v4, 4, 32, 67108864, 1258, 10",
        "nd-a100-v4, 4, 32, 4294967296, 67271, 5",
        // coreweave/nccl-tests pull request 43: one rack of GB200
        "gb200-nvl72, 1, 72, 536870912, 1807, 15",
        "gb200-nvl72, 1, 72, 8589934592, 20299, 5",
        // stas00/ml-engineering: 8 H200 with reduction in the switch
        "dgx-h200, 1, 8, 134217728, 584, 15",
        "dgx-h200, 1, 8, 8589934592, 31485, 5",
    })
    void allReduces(String node, int nodes, int ranks, double bytes, double microseconds, double percent) {
        Fabric fabric = fabric(node, nodes);
        double seconds = Collectives.allReduce(bytes, Group.of(ranks, 1, fabric.devicesPerNode()), fabric);
        assertThat(seconds * 1e6).isCloseTo(microseconds, withinPercentage(percent));
    }

    @Test
    void aPairInAMeshHasTheWiresBetweenThemAlone() {
        Fabric mesh = fabric("mi300x-8x", 1);
        double pair = Collectives.allReduce(4294967296.0, Group.of(2, 1, 8), mesh);
        double all = Collectives.allReduce(4294967296.0, Group.of(8, 1, 8), mesh);
        // stas00/ml-engineering: 90.1 ms between two of eight MI300X, 24.0 ms among all
        assertThat(pair).isCloseTo(90.096e-3, withinPercentage(10));
        assertThat(all).isCloseTo(24.020e-3, withinPercentage(5));
    }
}

package dev.trainwright.evidence.job;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.cluster.Catalogue;
import dev.trainwright.cluster.Cluster;
import dev.trainwright.cluster.NodeType;
import dev.trainwright.cost.Fabric;
import dev.trainwright.cost.Group;
import dev.trainwright.evidence.row.CollectiveRow;
import dev.trainwright.evidence.row.Column;
import dev.trainwright.evidence.row.Inputs;
import dev.trainwright.forecast.Machine;
import dev.trainwright.workload.Precision;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Forecasts measured collectives from the machines that they ran on. */
public final class CollectiveJobs {
    private final Machines machines;
    private final Assumptions assumptions;

    public CollectiveJobs(Catalogue catalogue, Assumptions assumptions) {
        this.machines = new Machines(catalogue);
        this.assumptions = assumptions;
    }

    /** {@code row} as the cost model sees it, or nothing where machine, network or size are not told or the model has no such collective. */
    public Optional<Collective> of(CollectiveRow row, Function<Cluster, Calibration> calibrations) {
        Double bytes = row.bytes();
        if (bytes == null || !Collective.known(row.collective())) {
            return Optional.empty();
        }
        try {
            Inputs inputs = assumptions.fill(inputs(row)).inputs();
            Cluster cluster = machines.of(inputs);
            Fabric fabric = Machine.of(cluster, Precision.FP32, true, calibrations.apply(cluster))
                    .fabric();
            Group group = Group.of(row.devices(), 1, fabric.devicesPerNode());
            NodeType node = cluster.pools().get(0).type();
            boolean brought = row.collective().equals("all_gather")
                    && inputs.text(Column.GATHER_SIZE, "").equals("input");
            return Optional.of(new Collective(
                    row.collective(),
                    brought ? bytes * row.devices() : bytes,
                    group,
                    fabric,
                    group.crossesNodes() ? node.interLink() : node.intraLink()));
        } catch (Refusal | IllegalArgumentException unknown) {
            return Optional.empty();
        }
    }

    private static Inputs inputs(CollectiveRow row) {
        Map<Column, String> cells = new EnumMap<>(Column.class);
        cells.put(Column.SOURCE, row.source());
        cells.put(Column.KIND, "collective");
        cells.put(Column.ACCELERATOR, row.accelerator());
        cells.put(Column.N_DEVICES, Integer.toString(row.devices()));
        Integer perNode = row.devicesPerNode();
        if (perNode != null) {
            cells.put(Column.DEVICES_PER_NODE, Integer.toString(Math.min(perNode, row.devices())));
        }
        put(cells, Column.INTRA_LINK, row.intraLink());
        put(cells, Column.INTER_LINK, row.interLink());
        return new Inputs(cells);
    }

    private static void put(Map<Column, String> cells, Column column, String text) {
        if (!text.isEmpty() && !text.contains("not stated")) {
            cells.put(column, text);
        }
    }
}

package dev.trainwright.evidence.job;

import dev.trainwright.cluster.Catalogue;
import dev.trainwright.cluster.Cluster;
import dev.trainwright.evidence.row.Column;
import dev.trainwright.evidence.row.Inputs;
import dev.trainwright.evidence.row.Unreadable;
import dev.trainwright.job.Job;
import dev.trainwright.job.Software;
import dev.trainwright.layout.Layout;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.Workload;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds a row's job from what was run; what was measured is not in reach. */
public final class RowToJob {
    private final Assumptions assumptions;
    private final Machines machines;

    /**
     * A builder.
     *
     * @param catalogue where machines come from
     * @param assumptions what fills blanks
     */
    public RowToJob(Catalogue catalogue, Assumptions assumptions) {
        this.assumptions = assumptions;
        this.machines = new Machines(catalogue);
    }

    /**
     * The job of a row.
     *
     * @param inputs what was run
     * @param oneDeviceThroughput of the measured one-device run in the same table, in the source's unit, or null where the shape must serve
     * @throws Refusal when information is missing or contradicts itself
     */
    public Planned plan(Inputs inputs, @Nullable Double oneDeviceThroughput) {
        try {
            return planned(inputs, oneDeviceThroughput);
        } catch (Unreadable | IllegalArgumentException wrong) {
            throw new Refusal(String.valueOf(wrong.getMessage()));
        }
    }

    private Planned planned(Inputs inputs, @Nullable Double oneDeviceThroughput) {
        Assumptions.Filled filled = assumptions.fill(inputs);
        Inputs all = filled.inputs();
        String unusable = all.text(Column.UNUSABLE);
        if (unusable != null) {
            throw new Refusal(unusable);
        }
        Cluster cluster = machines.of(all);
        double units = Workloads.unitsPerSample(all);
        Workload workload = Workloads.of(all, oneDeviceThroughput == null ? null : oneDeviceThroughput / units);
        int layers =
                workload.model() instanceof Transformer model ? model.main().layers() : 1;
        Layout layout = Layouts.of(all, cluster.pools().get(0).type().devices(), layers);
        Job job = new Job(all.id(), workload, cluster, layout, software(all), filled.assumed());
        boolean inferred =
                workload.model() instanceof Transformer && Workloads.known(all).isEmpty();
        return new Planned(job, all, inferred, oneDeviceThroughput != null, units, Layouts.rowBatch(all));
    }

    private static Software software(Inputs inputs) {
        return Software.valueOf(inputs.text(Column.SOFTWARE, "megatron").toUpperCase(Locale.ROOT));
    }

    /** The same row on one device, everything else equal. */
    public static Inputs onOneDevice(Inputs inputs) {
        return inputs.with(Map.of(Column.N_DEVICES, "1", Column.DP, "1"));
    }
}

package dev.trainwright.job;

import dev.trainwright.cluster.Cluster;
import dev.trainwright.layout.Layout;
import dev.trainwright.workload.Workload;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job: what, on what, and how it is split.
 *
 * @param name for reports
 * @param workload what is trained
 * @param cluster on what
 * @param layout how it is split, or null where it is to be planned
 * @param software what runs it; null lets the layout decide
 * @param assumed every value that the user did not give and that a declared default filled, in sentences
 */
public record Job(
        String name,
        Workload workload,
        Cluster cluster,
        @Nullable Layout layout,
        @Nullable Software software,
        List<String> assumed) {
    public Job {
        assumed = List.copyOf(assumed);
    }

    /** The same job split by {@code other}. */
    public Job with(Layout other) {
        return new Job(name, workload, cluster, other, software, assumed);
    }

    /** The same job on {@code other}. */
    public Job on(Cluster other) {
        return new Job(name, workload, other, layout, software, assumed);
    }
}

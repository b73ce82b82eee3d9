package dev.trainwright.job;

import dev.trainwright.cluster.Accelerator;
import dev.trainwright.cluster.Catalogue;
import dev.trainwright.cluster.Cluster;
import dev.trainwright.input.Field;
import dev.trainwright.input.InputException;
import dev.trainwright.input.Kinds;
import dev.trainwright.input.Place;
import dev.trainwright.input.Problem;
import dev.trainwright.input.Reading;
import dev.trainwright.input.Shape;
import dev.trainwright.input.Values;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Legality;
import dev.trainwright.workload.MeasuredModel;
import dev.trainwright.workload.NumberFormat;
import dev.trainwright.workload.Precision;
import dev.trainwright.workload.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Reads job files: workload, cluster and layout, each in place or in a file of its own. */
public final class Jobs {
    private static final Field<String> NAME =
            Field.optional("name", Kinds.text("a name"), "the file's name", "A name for reports.", "llama3-8b-64xh100");
    private static final Field<String> SOFTWARE = Field.optional(
            "software",
            Kinds.text("the name of a software family"),
            "as the layout suggests",
            "The software whose calibration serves: megatron, nemo, fsdp, torchtitan, ddp or maxtext.",
            "megatron");
    private static final Field<IntFunction<Workload>> WORKLOAD = Field.required(
            "workload", Kinds.inlineOrFile(WorkloadShape.SHAPE, "a workload"), "What is trained.", "workload.yaml");
    private static final Field<BiFunction<Workload, Integer, Layout>> LAYOUT = Field.optional(
            "layout",
            Kinds.inlineOrFile(LayoutShape.SHAPE, "a layout"),
            "to be planned",
            "How it is split.",
            "layout.yaml");

    private Jobs() {}

    /** Reads {@code file}; an {@link InputException} holds every problem of all three parts. */
    public static Job read(Path file, Catalogue catalogue) {
        Reading.Result<Job> result = Reading.file(file, shape(catalogue));
        Job job = result.value();
        List<String> assumed = result.assumptions().stream()
                .map(a -> a.key() + " = " + a.value() + ": " + a.why())
                .toList();
        return new Job(
                job.name().isEmpty() ? stem(file) : job.name(),
                job.workload(),
                job.cluster(),
                job.layout(),
                job.software(),
                assumed);
    }

    /** The declaration of a job file, from which its schema and reference come too. */
    public static Shape<Job> shape(Catalogue catalogue) {
        Field<Cluster> cluster = Field.required(
                "cluster",
                Kinds.inlineOrFile(ClusterShape.of(catalogue), "a cluster"),
                "On what it is trained.",
                "{node: dgx-h100, nodes: 8}");
        return new Shape<>(
                "job",
                "A training job: what is trained, on what, and how it is split.",
                List.of(NAME, SOFTWARE, WORKLOAD, cluster, LAYOUT),
                List.of(),
                v -> job(v, cluster));
    }

    private static Job job(Values v, Field<Cluster> clusterField) {
        Cluster cluster = v.get(clusterField);
        Workload workload = v.get(WORKLOAD).apply(cluster.devices());
        Layout layout =
                v.find(LAYOUT).map(l -> l.apply(workload, cluster.devices())).orElse(null);
        List<Problem> problems = new ArrayList<>();
        formats(problems, v.place(WORKLOAD), workload, cluster);
        links(problems, v.place(clusterField), cluster);
        if (layout != null) {
            for (String problem : Legality.problems(layout, workload, cluster)) {
                problems.add(new Problem(v.place(LAYOUT), "", problem));
            }
        }
        if (!problems.isEmpty()) {
            throw new InputException(problems);
        }
        return new Job(
                v.find(NAME).orElse(""),
                workload,
                cluster,
                layout,
                v.find(SOFTWARE).orElse(null),
                List.of());
    }

    /** Every device multiplies in the formats of the precision; a measured model has its products behind it. */
    private static void formats(List<Problem> problems, Place place, Workload workload, Cluster cluster) {
        if (workload.model() instanceof MeasuredModel) {
            return;
        }
        Precision precision = workload.precision();
        for (Cluster.Pool pool : cluster.pools()) {
            Accelerator device = pool.type().accelerator();
            for (NumberFormat format : List.of(precision.matmul(), precision.attention())) {
                if (!device.supports(format)) {
                    problems.add(new Problem(
                            place,
                            precision.name(),
                            device.name() + " does not multiply in "
                                    + format.name().toLowerCase(Locale.ROOT) + "; it does in "
                                    + new java.util.TreeSet<>(device.peak().keySet())
                                            .toString()
                                            .toLowerCase(Locale.ROOT)));
                    break;
                }
            }
        }
    }

    private static void links(List<Problem> problems, Place place, Cluster cluster) {
        int nodes = cluster.pools().stream().mapToInt(Cluster.Pool::nodes).sum();
        for (Cluster.Pool pool : cluster.pools()) {
            if (nodes > 1 && pool.type().interLink() == null) {
                problems.add(new Problem(
                        place,
                        "",
                        pool.type().name() + " has no network: expected interLink and nics, since there are " + nodes
                                + " nodes"));
            }
        }
    }

    private static String stem(Path file) {
        @Nullable Path name = file.getFileName();
        return name == null ? "job" : name.toString().replaceFirst("\\.[^.]*$", "");
    }
}

package dev.trainwright.job;

import dev.trainwright.cluster.Catalogue;
import dev.trainwright.cluster.Cluster;
import dev.trainwright.input.Assumption;
import dev.trainwright.input.Field;
import dev.trainwright.input.InputException;
import dev.trainwright.input.Kinds;
import dev.trainwright.input.Node;
import dev.trainwright.input.Overlay;
import dev.trainwright.input.Reading;
import dev.trainwright.input.Rule;
import dev.trainwright.input.Shape;
import dev.trainwright.input.Trees;
import dev.trainwright.input.Values;
import dev.trainwright.layout.Layout;
import dev.trainwright.workload.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The job file: three independent parts, each in place or in a file of its own. Every problem in it is found at once. */
public final class Jobs {

    private static final Field<Integer> VERSION = Field.defaulted(
            "version",
            Kinds.integer("versions", 1, 1),
            "1",
            "the only one there is",
            "Version of the job file's language.",
            "1");
    private static final Field<String> NAME =
            Field.optional("name", Kinds.text("a name"), "the file's name", "The job's name in reports.", "llama on 8");
    private static final Field<Software> SOFTWARE = Field.optional(
            "software",
            Kinds.choice(Software.class),
            "as the layout suggests",
            "What runs it: its family's calibration serves, and its habits count in memory.",
            "megatron");
    private static final Field<WorkloadShape.Pending> WORKLOAD = Field.required(
            "workload",
            Kinds.inlineOrFile(WorkloadShape.SHAPE, "a workload"),
            "What is trained.",
            "{model: llama-3-8b, globalBatch: 1024, sequence: 8192}");
    private static final Field<LayoutShape.Pending> LAYOUT = Field.optional(
            "layout",
            Kinds.inlineOrFile(LayoutShape.SHAPE, "a layout"),
            "it is to be planned",
            "How it is split.",
            "{zero: 3, microBatch: 1}");

    private Jobs() {}

    /**
     * Reads a job; names of hardware are looked up in {@code catalogue}.
     *
     * @throws InputException with every problem in the file and in those that it refers to
     */
    public static Job read(Path file, Catalogue catalogue) {
        return read(file, List.of(), catalogue);
    }

    /**
     * The same with {@code changes} to the file, as {@link Overlay} takes them.
     *
     * @throws InputException with every problem in the file, in those that it refers to and in the changes
     */
    public static Job read(Path file, List<String> changes, Catalogue catalogue) {
        return read(Overlay.on(Trees.read(file), changes), catalogue);
    }

    /** Reads a job from a tree, for instance of a text that stands in no file. */
    public static Job read(Node root, Catalogue catalogue) {
        Reading.Result<Job> result = Reading.tree(root, shape(catalogue));
        Job job = result.value();
        List<String> assumed = Stream.concat(
                        result.assumptions().stream()
                                .filter(assumption -> Relevance.of(assumption, job))
                                .map(Jobs::sentence),
                        job.assumed().stream())
                .toList();
        return new Job(job.name(), job.workload(), job.cluster(), job.layout(), job.software(), assumed);
    }

    /** The declaration of a job, from which its JSON Schema and reference come. */
    public static Shape<Job> shape(Catalogue catalogue) {
        Field<Cluster> cluster = Field.required(
                "cluster",
                Kinds.inlineOrFile(ClusterShape.of(catalogue), "a cluster"),
                "On what it is trained.",
                "{node: dgx-h100, nodes: 8}");
        return new Shape<>(
                "job",
                "What is trained, on what, and how it is split: three independent parts.",
                List.of(VERSION, NAME, SOFTWARE, WORKLOAD, cluster, LAYOUT),
                List.<Rule>of(),
                v -> job(v, v.get(cluster)));
    }

    private static Job job(Values v, Cluster cluster) {
        List<String> assumed = new ArrayList<>();
        Workload workload = v.get(WORKLOAD).on(cluster, assumed);
        Layout layout = v.find(LAYOUT)
                .map(pending -> pending.on(cluster, workload, assumed))
                .orElse(null);
        return new Job(
                v.find(NAME).orElseGet(() -> baseName(v.place().file())),
                workload,
                cluster,
                layout,
                v.find(SOFTWARE).orElse(null),
                assumed);
    }

    private static String baseName(String file) {
        return String.valueOf(Path.of(file).getFileName()).replaceFirst("\\.(yaml|yml|json)$", "");
    }

    private static String sentence(Assumption assumption) {
        return assumption.key() + " = " + assumption.value() + ": " + assumption.why();
    }
}

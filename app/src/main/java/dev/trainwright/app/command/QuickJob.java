package dev.trainwright.app.command;

import dev.trainwright.input.Format;
import dev.trainwright.input.InputException;
import dev.trainwright.input.Place;
import dev.trainwright.input.Problem;
import dev.trainwright.input.Trees;
import dev.trainwright.job.Job;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A job from options: the few keys of a job file that decide what fits. Values are read as the job file reads them. */
final class QuickJob {
    private static final Map<String, String> OPTIONS = Map.ofEntries(
            Map.entry("workload.model", "--model"),
            Map.entry("workload.sequence", "--sequence"),
            Map.entry("workload.replicaBatch", "--micro-batch"),
            Map.entry("workload.precision", "--precision"),
            Map.entry("workload.optimizer", "--optimizer"),
            Map.entry("cluster.node", "--node"),
            Map.entry("cluster.nodes", "--nodes"),
            Map.entry("layout.microBatch", "--micro-batch"),
            Map.entry("layout.zero", "--zero"),
            Map.entry("layout.offload", "--offload"),
            Map.entry("layout.tp", "--tp"),
            Map.entry("layout.pp", "--pp"),
            Map.entry("layout.recompute", "--recompute"));

    @Option(names = "--model", paramLabel = "MODEL", required = true, description = "A preset or a config.json.")
    private String model = "";

    @Option(names = "--node", paramLabel = "NODE", required = true, description = "A node of the catalogue.")
    private String node = "";

    @Option(names = "--nodes", paramLabel = "N", description = "How many (default: 1).")
    private @Nullable String nodes;

    @Option(names = "--sequence", paramLabel = "N", description = "Tokens of a sample.")
    private @Nullable String sequence;

    @Option(names = "--micro-batch", paramLabel = "N", description = "Samples of a micro-batch (default: 1).")
    private @Nullable String microBatch;

    @Option(names = "--precision", paramLabel = "NAME", description = "As in a job file.")
    private @Nullable String precision;

    @Option(names = "--optimizer", paramLabel = "NAME", description = "As in a job file.")
    private @Nullable String optimizer;

    @Option(names = "--tp", paramLabel = "N", description = "Tensor-parallel degree (default: 1).")
    private @Nullable String tp;

    @Option(names = "--pp", paramLabel = "N", description = "Pipeline stages (default: 1).")
    private @Nullable String pp;

    @Option(names = "--recompute", paramLabel = "WHAT", description = "As in a job file (default: none).")
    private @Nullable String recompute;

    /** The job; every problem in it is said at once, by the name of its key. */
    Job job(JobSource source, @Nullable String zero, @Nullable String offload) {
        ObjectNode job = JsonMapper.shared().createObjectNode();
        String samples = microBatch == null ? "1" : microBatch;
        ObjectNode workload = job.putObject("workload").put("model", model);
        put(workload, "replicaBatch", samples);
        put(workload, "sequence", sequence);
        put(workload, "precision", precision);
        put(workload, "optimizer", optimizer);
        put(job.putObject("cluster").put("node", node), "nodes", nodes);
        ObjectNode layout = job.putObject("layout");
        put(layout, "microBatch", samples);
        put(layout, "zero", zero);
        put(layout, "offload", offload);
        put(layout, "tp", tp);
        put(layout, "pp", pp);
        put(layout, "recompute", recompute);
        byte[] bytes = job.toString().getBytes(StandardCharsets.UTF_8);
        try {
            return source.read(Trees.parse("options", bytes, Format.JSON));
        } catch (InputException e) {
            throw new InputException(
                    e.problems().stream().map(QuickJob::atItsOption).distinct().toList());
        }
    }

    /** The option that a problem's key came from as its place. */
    private static Problem atItsOption(Problem problem) {
        String option = OPTIONS.get(problem.place().key());
        return option == null ? problem : new Problem(new Place(option, 0, 0, ""), problem.value(), problem.message());
    }

    /** Whole numbers as numbers, all else as text: the job file tells them apart. */
    private static void put(ObjectNode object, String key, @Nullable String value) {
        if (value == null) {
            return;
        }
        if (value.matches("[0-9]{1,18}")) {
            object.put(key, Long.parseLong(value));
        } else {
            object.put(key, value);
        }
    }
}

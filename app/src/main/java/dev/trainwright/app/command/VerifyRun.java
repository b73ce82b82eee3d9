package dev.trainwright.app.command;

import dev.trainwright.app.verify.Expected;
import dev.trainwright.app.verify.Measured;
import dev.trainwright.cluster.Cluster;
import dev.trainwright.cluster.Link;
import dev.trainwright.cluster.NodeType;
import dev.trainwright.job.Job;
import dev.trainwright.train.launch.Namespaces;
import dev.trainwright.train.run.RunOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs a job for as many steps as make a median, again where other work disturbed it. A job of several nodes runs in as many network namespaces, their ports shaped to
 * the rate of the link between the nodes.
 */
record VerifyRun(TrainOptions options, int tries, PrintWriter err) {
    private static final long FEWEST_STEPS = 25;
    private static final long MOST_STEPS = 400;

    /** Long enough for the machine's own clock of busy time, see {@code Quiet}. */
    private static final double SECONDS = 5;

    /**
     * What the run of {@code job} from {@code file} measured; of several tries the first undisturbed one, else that with fewest steps disturbed.
     *
     * @return null where the run failed, which {@code err} then says
     * @throws Failure of the environment where links cannot be shaped here
     */
    @Nullable
    Measured measure(Path file, Job job, Expected expected, int ranks, int threads) throws IOException {
        Measured best = null;
        for (int tried = 0; tried < tries && (best == null || !best.quiet()); tried++) {
            Path folder = Files.createTempDirectory("trainwright");
            try {
                RunOptions run = options.of(
                        file.toString(),
                        ranks,
                        threads,
                        steps(expected),
                        folder.resolve(RunOptions.RANK + ".jsonl").toString());
                if (run(job, run, ranks) != ExitCode.OK) {
                    return null;
                }
                List<Path> files = new ArrayList<>();
                for (int rank = 0; rank < ranks; rank++) {
                    files.add(folder.resolve(rank + ".jsonl"));
                }
                int workers = expected.ranks();
                Measured found = Measured.read(
                        files.subList(0, workers),
                        ranks > workers ? files.get(workers) : null,
                        Runtime.getRuntime().availableProcessors());
                best = best == null || found.disturbed() < best.disturbed() ? found : best;
            } finally {
                delete(folder);
            }
        }
        return best;
    }

    /** Steps that take about {@link #SECONDS}, within bounds. */
    private static long steps(Expected expected) {
        return Math.max(FEWEST_STEPS, Math.min(MOST_STEPS, Math.round(SECONDS / expected.seconds())));
    }

    private int run(Job job, RunOptions run, int ranks) {
        Cluster cluster = job.cluster();
        NodeType node = cluster.pools().get(0).type();
        Link between = node.interLink();
        if (node.devices() >= cluster.devices() || between == null) {
            return TrainCommand.run(run, Ranks.command(run), Map.of(), ranks, err);
        }
        int nodes = (ranks + node.devices() - 1) / node.devices();
        try (Namespaces network = Namespaces.open(nodes, node.devices(), between.bandwidth() * node.nics())) {
            return TrainCommand.run(run, network.command(Ranks.command(run)), network.environment(), ranks, err);
        } catch (UnsupportedOperationException e) {
            throw Failure.environment(String.valueOf(e.getMessage()));
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}

package dev.trainwright.app.command;

import dev.trainwright.app.plan.Offer;
import dev.trainwright.app.plan.ProgressLine;
import dev.trainwright.calibration.Calibrations;
import dev.trainwright.input.InputException;
import dev.trainwright.input.Node;
import dev.trainwright.job.Job;
import dev.trainwright.plan.Limits;
import dev.trainwright.plan.Objective;
import dev.trainwright.plan.Planner;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A job on the clusters of {@code --config NAME:KEY=VALUE[,KEY=VALUE]}, each planned as {@code trainwright plan} does. */
final class Offers {
    /** Of the job as its file gives it. */
    private static final String GIVEN = "as given";

    private static final String OPTION = "--config";

    /** A comma between two changes, not one inside a value. */
    private static final String BETWEEN = ",(?=\\s*\\w+(\\.\\w+)*\\s*=)";

    /** Keys of a layout that say what the runtime does, whatever the cluster. */
    private static final Set<String> RUNTIME = Set.of("overlap", "synchrony");

    private Offers() {}

    /**
     * Plans the job in {@code file} as it is given, and then on each cluster.
     *
     * @param err where progress is told
     */
    static List<Offer> of(Path file, List<String> configs, JobSource source, OwnConstants own, PrintWriter err) {
        Map<String, Job> jobs = jobs(file, configs, source);
        Calibrations constants = own.calibrations();
        List<Offer> offers = new ArrayList<>();
        try (ProgressLine progress = ProgressLine.on(err)) {
            jobs.forEach((name, job) -> {
                int before = offers.size();
                offers.add(new Offer(
                        name,
                        Planner.plan(
                                job,
                                constants,
                                Objective.TIME,
                                1,
                                Limits.NONE,
                                (share, layouts) -> progress.at((before + share) / jobs.size(), layouts),
                                System::nanoTime)));
            });
        } catch (IllegalArgumentException e) {
            throw Failure.wrongInput(JobSource.name(file) + ": " + e.getMessage());
        }
        own.used(
                constants,
                offers.stream().flatMap(o -> o.plan().plans().stream()).toList());
        return offers;
    }

    private static Map<String, Job> jobs(Path file, List<String> configs, JobSource source) {
        Map<String, Job> jobs = new LinkedHashMap<>();
        Node open = open(JobSource.tree(file));
        jobs.put(GIVEN, source.read(open));
        Arguments arguments = new Arguments();
        arguments.require(!configs.isEmpty(), "give at least one cluster: --config more:cluster.nodes=16");
        Set<String> names = new HashSet<>(jobs.keySet());
        for (String text : configs) {
            int colon = text.indexOf(':');
            String name = text.substring(0, Math.max(0, colon)).strip();
            if (name.isEmpty()) {
                arguments.problem(OPTION + ": " + text + ": expected NAME:KEY=VALUE, such as more:cluster.nodes=16");
            } else if (!names.add(name)) {
                arguments.problem(OPTION + ": " + name + ": the name is used twice");
            } else {
                try {
                    List<String> changes = List.of(text.substring(colon + 1).split(BETWEEN, -1));
                    jobs.put(name, source.read(open, changes, OPTION + " " + name));
                } catch (InputException e) {
                    e.problems().forEach(problem -> arguments.problem(problem.toString()));
                }
            }
        }
        arguments.orThrow();
        checkPrices(jobs, arguments);
        return jobs;
    }

    /** The job without the degrees that its layout has for its own cluster: the search chooses them. */
    private static Node open(Node job) {
        if (!(job instanceof Node.Mapping parts)) {
            return job;
        }
        Node.Entry entry = parts.entries().get("layout");
        if (entry == null || !(entry.value() instanceof Node.Mapping layout)) {
            return job;
        }
        Map<String, Node.Entry> kept = new LinkedHashMap<>(layout.entries());
        kept.keySet().retainAll(RUNTIME);
        Map<String, Node.Entry> changed = new LinkedHashMap<>(parts.entries());
        changed.put("layout", new Node.Entry(entry.keyPlace(), new Node.Mapping(layout.place(), kept)));
        return new Node.Mapping(parts.place(), changed);
    }

    private static void checkPrices(Map<String, Job> jobs, Arguments arguments) {
        arguments.require(
                jobs.values().stream()
                                .map(job ->
                                        String.valueOf(job.cluster().economics().currency()))
                                .distinct()
                                .count()
                        == 1,
                "all clusters need a price in the same currency, or none: cluster.price=2.50USD/h");
        arguments.orThrow();
    }
}

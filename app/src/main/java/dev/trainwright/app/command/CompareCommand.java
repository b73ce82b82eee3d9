package dev.trainwright.app.command;

import dev.trainwright.app.answer.CompareAnswer;
import dev.trainwright.app.answer.CompareAnswer.Config;
import dev.trainwright.app.answer.Economy;
import dev.trainwright.app.answer.Setup;
import dev.trainwright.app.plan.Offer;
import dev.trainwright.app.plan.OffersReport;
import dev.trainwright.app.report.Output;
import dev.trainwright.app.report.Report;
import dev.trainwright.input.Nearest;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Price;
import dev.trainwright.workload.Batch.Scaling;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code trainwright compare}: clusters ranked by time and by cost, by times that were measured or by planning a job on each. */
@Command(
        name = "compare",
        description = {
            "Which of two or more clusters trains the same job faster, and which cheaper.",
            "With a job file each cluster gets its own fastest layout, as trainwright plan finds it, and stands against the job as it is given."
        },
        footer = {
            "",
            "Examples:",
            "  trainwright compare --compute 400ms --config X:k=4,comm=5ms \\",
            "    --config Y:k=8,comm=60ms",
            "  trainwright compare --compute 400ms --hours 20h --price '2.50 USD/h' \\",
            "    --config now:k=4,comm=50ms --config network:k=4,comm=5ms,price=3.00USD/h \\",
            "    --config more:k=8,comm=50ms",
            "  trainwright compare --config sync:k=12,rate=1070samples/s \\",
            "    --config async:k=12,rate=860samples/s",
            "  trainwright compare examples/llama3-8b-64xh100.yaml \\",
            "    --config more:cluster.nodes=16 \\",
            "    --config older:cluster.node=dgx-a100-80gb,cluster.price=1.50USD/h"
        })
public final class CompareCommand implements Callable<Integer> {
    private static final List<String> KEYS = List.of("k", "comm", "compute", "price", "rate");

    @Mixin
    private Output output = new Output();

    @Option(
            names = "--config",
            paramLabel = "NAME:KEY=VALUE[,...]",
            description =
                    "A cluster. Without a job k= (devices) and comm= (synchronisation time), compute= and price= where they"
                            + " differ, or k= and the rate= that was measured, as in rate=860samples/s; with a job the keys that it changes, such as cluster.nodes=16.")
    private List<String> configs = new ArrayList<>();

    @Option(names = "--compute", paramLabel = "TIME", description = "One device's compute for one iteration.")
    private @Nullable String compute;

    @Option(names = "--hours", paramLabel = "TIME", description = "The whole job on one device of --compute.")
    private @Nullable String hours;

    @Option(names = "--price", paramLabel = "PRICE", description = "One device for one hour.")
    private @Nullable String price;

    @Option(
            names = "--scaling",
            paramLabel = "strong|weak",
            completionCandidates = Candidates.Scalings.class,
            defaultValue = "strong",
            description =
                    "Held fixed: the global batch (strong) or the batch per device (weak) (default: ${DEFAULT-VALUE}).")
    private String scaling = "";

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "JOB",
            description = "The job file to plan on each cluster; - for standard input.")
    private @Nullable Path job;

    @Mixin
    private JobSource source = new JobSource();

    @Mixin
    private OwnConstants own = new OwnConstants();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final Arguments arguments = new Arguments();

    /** A cluster as it is given. */
    record Given(String name, Map<String, String> fields) {
        String where() {
            return "--config " + name;
        }
    }

    /** What all clusters share. */
    private record Common(
            Scaling scaling,
            @Nullable Double compute,
            @Nullable Double jobSeconds,
            @Nullable Price price) {}

    @Override
    public Integer call() {
        return job == null ? measured() : planned(job);
    }

    private int planned(Path file) {
        List.of("--compute", "--hours", "--price", "--scaling")
                .forEach(name -> arguments.require(!given(name), name + ": is for clusters without a job file"));
        arguments.orThrow();
        List<Offer> offers =
                Offers.of(file, configs, source, own, spec.commandLine().getErr());
        output.print(OffersReport.of(offers));
        return offers.stream().anyMatch(Offer::fits) ? ExitCode.OK : ExitCode.ANSWER_IS_NO;
    }

    private boolean given(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    private int measured() {
        List.of("--set", "--catalogue", "--calibration")
                .forEach(name -> arguments.require(!given(name), name + ": is for a job file, and none is given"));
        arguments.require(
                configs.size() >= 2, "give at least two clusters: --config X:k=4,comm=5ms --config Y:k=8,comm=60ms");
        List<Given> given =
                configs.stream().flatMap(text -> cluster(text).stream()).toList();
        Set<String> names = new HashSet<>();
        given.forEach(
                c -> arguments.require(names.add(c.name()), "--config: " + c.name() + ": the name is used twice"));
        Price ofAll = arguments.price("--price", price);
        boolean rates = given.stream().anyMatch(c -> c.fields().containsKey("rate"));
        output.print(rates ? byRates(given, ofAll) : byTimes(given, ofAll));
        return ExitCode.OK;
    }

    private Report byRates(List<Given> given, @Nullable Price ofAll) {
        List.of("--compute", "--hours", "--scaling")
                .forEach(name -> arguments.require(!given(name), name + ": is for clusters without a rate="));
        return RateConfigs.answer(arguments, given, ofAll);
    }

    private Report byTimes(List<Given> given, @Nullable Price ofAll) {
        Common common = new Common(
                arguments.choice("--scaling", Scaling.class, scaling).orElse(Scaling.STRONG),
                arguments.positive("--compute", Dimension.SECONDS, compute),
                arguments.positive("--hours", Dimension.SECONDS, hours),
                ofAll);
        List<Config> read = new ArrayList<>();
        for (Given one : given) {
            Config config = read(one, common);
            if (config != null) {
                read.add(config);
            }
        }
        checkPrices(
                arguments,
                read.stream()
                        .map(config ->
                                Optional.ofNullable(config.setup().economy().price()))
                        .toList());
        arguments.orThrow();
        return CompareAnswer.of(read);
    }

    /** All clusters have a price or none, in one currency. */
    static void checkPrices(Arguments arguments, List<Optional<Price>> prices) {
        List<Price> there = prices.stream().flatMap(Optional::stream).toList();
        arguments.require(
                there.isEmpty() || there.size() == prices.size(),
                "some clusters have a price: give all one, or --price");
        arguments.require(
                there.stream().map(Price::currency).distinct().count() <= 1, "the prices are in different currencies");
    }

    private Optional<Given> cluster(String text) {
        int colon = text.indexOf(':');
        if (colon < 1) {
            arguments.problem("--config: " + text + ": expected NAME:k=K,comm=TIME or NAME:k=K,rate=RATE");
            return Optional.empty();
        }
        String name = text.substring(0, colon);
        return Optional.of(new Given(name, fields("--config " + name, text.substring(colon + 1))));
    }

    private @Nullable Config read(Given config, Common common) {
        String where = config.where();
        Map<String, String> fields = config.fields();
        Long devices = arguments.count(where + ": k", 1, 100_000_000, fields.get("k"));
        Double sync = arguments.quantity(where + ": comm", Dimension.SECONDS, fields.get("comm"));
        Double own = arguments.positive(where + ": compute", Dimension.SECONDS, fields.get("compute"));
        Price ownPrice = arguments.price(where + ": price", fields.get("price"));
        Double computeSeconds = own == null ? common.compute() : own;
        arguments.require(fields.containsKey("k"), where + ": k= is missing, the number of devices");
        arguments.require(fields.containsKey("comm"), where + ": comm= is missing, the synchronisation time");
        arguments.require(
                computeSeconds != null || compute != null || fields.containsKey("compute"),
                where + ": compute= is missing, and so is --compute");
        if (devices == null || sync == null || computeSeconds == null) {
            return null;
        }
        Economy economy = new Economy(hoursOnOne(common, computeSeconds), ownPrice == null ? common.price() : ownPrice);
        return new Config(config.name(), devices, Setup.constant(common.scaling(), computeSeconds, sync, economy));
    }

    /** Hours on one device of this cluster: as much longer as its compute is. */
    private static @Nullable Double hoursOnOne(Common common, double computeSeconds) {
        if (common.jobSeconds() == null) {
            return null;
        }
        double slower = common.compute() == null ? 1 : computeSeconds / common.compute();
        return common.jobSeconds() / 3600 * slower;
    }

    private Map<String, String> fields(String where, String text) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String field : text.split(",", -1)) {
            int equals = field.indexOf('=');
            String key = equals < 0 ? field.strip() : field.substring(0, equals).strip();
            if (equals < 0 || !KEYS.contains(key)) {
                String hint = Nearest.to(key, KEYS)
                        .map(near -> " (did you mean " + near + "?)")
                        .orElse("");
                arguments.problem(where + ": " + field + hint + ": expected " + String.join("=, ", KEYS) + "=");
            } else if (fields.put(key, field.substring(equals + 1)) != null) {
                arguments.problem(where + ": " + key + " is given twice");
            }
        }
        return fields;
    }
}

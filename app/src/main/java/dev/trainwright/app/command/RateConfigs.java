package dev.trainwright.app.command;

import dev.trainwright.app.answer.RatesAnswer;
import dev.trainwright.app.answer.RatesAnswer.Measured;
import dev.trainwright.app.command.CompareCommand.Given;
import dev.trainwright.app.report.Report;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Price;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Clusters of {@code compare} that are given by the rates that they reached. */
final class RateConfigs {
    private static final long MOST_DEVICES = 100_000_000;

    private RateConfigs() {}

    /** The answer. */
    static Report answer(Arguments arguments, List<Given> configs, @Nullable Price common) {
        List<Measured> runs = new ArrayList<>();
        List<Dimension> dimensions = new ArrayList<>();
        for (Given config : configs) {
            read(arguments, config, common, dimensions).ifPresent(runs::add);
        }
        arguments.require(
                dimensions.stream().distinct().count() <= 1,
                "--config: rate= in samples/s and in tokens/s do not compare: give all in the same measure");
        arguments.require(
                runs.stream().map(run -> run.devices() == null).distinct().count() <= 1,
                "some clusters have k=, the number of devices: give all one, or none");
        CompareCommand.checkPrices(
                arguments,
                runs.stream().map(run -> Optional.ofNullable(run.price())).toList());
        arguments.orThrow();
        return RatesAnswer.of(dimensions.get(0), runs);
    }

    private static Optional<Measured> read(
            Arguments arguments, Given config, @Nullable Price common, List<Dimension> dimensions) {
        String where = config.where();
        Map<String, String> fields = config.fields();
        List.of("comm", "compute")
                .forEach(key -> arguments.require(
                        !fields.containsKey(key),
                        "%s: %s= and rate= both say how fast it is: give one of them".formatted(where, key)));
        arguments.require(
                fields.containsKey("rate"),
                where + ": rate= is missing, as in rate=860samples/s; other clusters have one");
        Long devices = arguments.count(where + ": k", 1, MOST_DEVICES, fields.get("k"));
        Price own = arguments.price(where + ": price", fields.get("price"));
        Price price = own == null ? common : own;
        arguments.require(
                price == null || fields.containsKey("k"), where + ": k= is missing: the price is of one device");
        Optional<MeasuredRate> rate = fields.containsKey("rate")
                ? MeasuredRate.read(arguments, where + ": rate", Objects.requireNonNull(fields.get("rate")))
                : Optional.empty();
        if (rate.isEmpty()) {
            return Optional.empty();
        }
        MeasuredRate read = rate.get();
        arguments.require(!read.timed(), where + ": rate=" + fields.get("rate") + ": expected samples/s or tokens/s");
        arguments.require(
                !read.ofEach() || devices != null, where + ": k= is missing: the rate is that of each device");
        dimensions.add(read.dimension());
        double together = read.together(devices == null ? 1 : devices);
        return Optional.of(new Measured(config.name(), devices, together, price));
    }
}

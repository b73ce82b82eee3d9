package dev.trainwright.app.command;

import dev.trainwright.app.answer.Budget;
import dev.trainwright.app.answer.Budget.Asked;
import dev.trainwright.app.answer.BudgetAnswer;
import dev.trainwright.app.report.Output;
import dev.trainwright.cluster.Accelerator;
import dev.trainwright.cluster.Catalogue;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Parsed;
import dev.trainwright.quantity.Price;
import dev.trainwright.quantity.Prints;
import dev.trainwright.quantity.Quantities;
import dev.trainwright.workload.NumberFormat;
import dev.trainwright.workload.ParameterCount;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.source.Models;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code trainwright budget}: how much, how fast, how long and for how much money, by 6ND. */
@Command(
        name = "budget",
        description = {
            "How many tokens, how fast, how long, on how many devices and for how much money: all but one give the other.",
            "6 x parameters x tokens = FLOP/s of a device x devices x time."
        },
        footer = {
            "",
            "Examples:",
            "  trainwright budget --parameters 70B --tokens 2T --accelerator a100-sxm-80gb \\",
            "    --mfu 45%% --devices 2000",
            "  trainwright budget --parameters 65B --tokens 1.4T --token-rate 380tokens/s \\",
            "    --devices 2048 --price '2 USD/h'",
            "  trainwright budget --model llama-13b --tokens 1T --device-hours 135168 \\",
            "    --accelerator a100-sxm-80gb",
            "  trainwright budget --parameters 7B --accelerator h100-sxm --mfu 40%% \\",
            "    --money 100000USD --price '2 USD/h'",
            "  trainwright budget --parameters 7B --tokens 1T --accelerator h100-sxm \\",
            "    --mfu 40%% --time 10d"
        })
public final class BudgetCommand implements Callable<Integer> {
    private static final long MOST = 1_000_000_000_000_000_000L;

    @Mixin
    private Output output = new Output();

    @Option(
            names = "--parameters",
            paramLabel = "N",
            description = "Parameters that a token passes through: of a mixture of experts the active ones.")
    private @Nullable String parameters;

    @Option(names = "--model", paramLabel = "MODEL", description = "Instead: a preset or a config.json.")
    private @Nullable String model;

    @Option(names = "--tokens", paramLabel = "N", description = "Tokens to train on, every epoch counted.")
    private @Nullable String tokens;

    @Option(names = "--token-rate", paramLabel = "RATE", description = "Speed of one device.")
    private @Nullable String tokenRate;

    @Option(names = "--flops", paramLabel = "RATE", description = "Instead: the model's FLOP/s that one device does.")
    private @Nullable String flops;

    @Option(names = "--mfu", paramLabel = "SHARE", description = "Instead: their share of the device's peak.")
    private @Nullable String mfu;

    @Option(
            names = "--accelerator",
            paramLabel = "NAME",
            description = "A device of the catalogue, for its dense peak.")
    private @Nullable String accelerator;

    @Option(
            names = "--precision",
            paramLabel = "FORMAT",
            description = "Format of that peak (default: bf16, or fp16 where the device has no bf16).")
    private @Nullable String precision;

    @Option(names = "--peak", paramLabel = "RATE", description = "Instead: the dense peak of a device.")
    private @Nullable String peak;

    @Option(names = "--devices", paramLabel = "K", description = "How many.")
    private @Nullable String devices;

    @Option(names = "--time", paramLabel = "TIME", description = "How long, as in 21d.")
    private @Nullable String time;

    @Option(
            names = "--device-hours",
            paramLabel = "N",
            description = "Instead of one or both of these: their product, as in 135168 or 2.788M.")
    private @Nullable String deviceHours;

    @Option(names = "--price", paramLabel = "PRICE", description = "One device for one hour.")
    private @Nullable String price;

    @Option(
            names = "--money",
            paramLabel = "AMOUNT",
            description = "Instead of --device-hours, with --price: what is there.")
    private @Nullable String money;

    private final Arguments arguments = new Arguments();

    @Override
    public Integer call() {
        Budget given = read();
        List<Asked> open = given.open();
        arguments.require(
                open.size() == 1,
                open.isEmpty()
                        ? "everything is given: leave out what is asked for (--tokens, the speed, or devices and time)"
                        : "%d are open of which two give the third: %s"
                                .formatted(
                                        open.size(),
                                        String.join(
                                                "; ",
                                                open.stream()
                                                        .map(BudgetCommand::missing)
                                                        .toList())));
        arguments.orThrow();
        Budget run = given.solved();
        Double share = run.mfu();
        arguments.require(
                share == null || share <= 1,
                "this takes an MFU of %s, and no device exceeds its peak: the figures do not belong together"
                        .formatted(Prints.full(Dimension.RATIO, share == null ? 0 : share)));
        arguments.orThrow();
        output.print(BudgetAnswer.of(given, run, open.get(0)));
        return ExitCode.OK;
    }

    private static String missing(Asked open) {
        return switch (open) {
            case TOKENS -> "--tokens";
            case SPEED -> "--token-rate, or --parameters with --flops or --mfu";
            case DEVICE_SECONDS -> "--devices with --time, --device-hours, or --money with --price";
        };
    }

    private Budget read() {
        Long count = arguments.count("--parameters", 1, MOST, parameters);
        Long all = arguments.count("--tokens", 1, MOST, tokens);
        Double rate = arguments.positive("--token-rate", Dimension.TOKENS_PER_SECOND, tokenRate);
        Double achieved = arguments.positive("--flops", Dimension.FLOP_PER_SECOND, flops);
        Double share = arguments.positive("--mfu", Dimension.RATIO, mfu);
        Double top = peak();
        Long number = arguments.count("--devices", 1, 1_000_000_000, devices);
        Double seconds = arguments.positive("--time", Dimension.SECONDS, time);
        Double hours = arguments.positive("--device-hours", number(deviceHours), deviceHours);
        Price perHour = arguments.price("--price", price);
        Double bought = bought(perHour);
        arguments.require(
                parameters == null || model == null, "--parameters and --model say the same: give one of them");
        arguments.require(flops == null || mfu == null, "--flops and --mfu say the same: give one of them");
        arguments.require(
                mfu == null || top != null || peak != null || accelerator != null,
                "--mfu is a share of a peak: give --accelerator or --peak");
        arguments.require(share == null || share <= 1, "--mfu: " + mfu + ": no device exceeds its peak");
        arguments.require(
                achieved == null || top == null || achieved <= top,
                "--flops: " + flops + ": above the device's peak"
                        + (top == null ? "" : ", " + Prints.full(Dimension.FLOP_PER_SECOND, top)));
        arguments.require(
                Stream.of(deviceHours, money, devices == null || time == null ? null : time)
                                .filter(Objects::nonNull)
                                .count()
                        <= 1,
                "--device-hours, --money with --price, and --devices with --time each say how much is computed: give one of them");
        arguments.require(
                tokenRate == null || (flops == null && mfu == null) || (parameters == null && model == null),
                "--token-rate and --parameters give the FLOP/s: leave out --flops and --mfu");
        Double size =
                model == null || parameters != null ? count == null ? null : Double.valueOf(count) : active(model);
        arguments.orThrow();
        return new Budget(
                size,
                all == null ? null : Double.valueOf(all),
                rate,
                share == null || top == null ? achieved : Double.valueOf(share * top),
                top,
                hours != null ? Double.valueOf(3600 * hours) : bought,
                number == null ? null : Double.valueOf(number),
                seconds,
                perHour);
    }

    /** Device-seconds for the money. */
    private @Nullable Double bought(@Nullable Price perHour) {
        if (money == null) {
            return null;
        }
        Price whole = Quantities.parse(Dimension.COUNT, money) instanceof Parsed.Value plain
                ? new Price(plain.asDouble(), "")
                : Price.parse(money + "/h").orElse(null);
        if (whole == null || whole.perHour() == 0) {
            arguments.problem("--money: " + money + ": expected an amount, for instance 100000USD, $100000 or 5M");
            return null;
        }
        if (perHour == null || perHour.perHour() == 0) {
            arguments.require(price != null && perHour == null, "--money needs a --price above zero");
            return null;
        }
        arguments.require(
                whole.currency().isEmpty()
                        || perHour.currency().isEmpty()
                        || whole.currency().equals(perHour.currency()),
                "--money and --price are in different currencies");
        return 3600 * whole.perHour() / perHour.perHour();
    }

    private @Nullable Double peak() {
        arguments.require(
                accelerator == null || peak == null, "--accelerator and --peak say the same: give one of them");
        arguments.require(precision == null || accelerator != null, "--precision belongs to --accelerator");
        if (accelerator == null) {
            return arguments.positive("--peak", Dimension.FLOP_PER_SECOND, peak);
        }
        NumberFormat named = precision == null
                ? NumberFormat.BF16
                : arguments.choice("--precision", NumberFormat.class, precision).orElse(NumberFormat.BF16);
        try {
            Accelerator device = Catalogue.builtIn().accelerator(accelerator);
            return device.peak(precision == null && !device.supports(named) ? NumberFormat.FP16 : named);
        } catch (IllegalArgumentException e) {
            arguments.problem("--accelerator: " + e.getMessage());
            return null;
        }
    }

    private @Nullable Double active(String reference) {
        if (Models.resolve(reference, Path.of("")) instanceof Transformer transformer) {
            return (double) ParameterCount.of(transformer).active();
        }
        arguments.problem("--model: " + reference + ": 6ND is for transformers");
        return null;
    }

    /** With a magnitude, as in {@code 2.788M}, it is a count; a plain number may have a fraction. */
    private static Dimension number(@Nullable String text) {
        return text != null && text.matches(".*[A-Za-z]") ? Dimension.COUNT : Dimension.FACTOR;
    }
}

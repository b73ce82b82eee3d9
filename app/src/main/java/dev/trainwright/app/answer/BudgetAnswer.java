package dev.trainwright.app.answer;

import dev.trainwright.app.answer.Budget.Asked;
import dev.trainwright.app.report.Facts;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Sentence;
import dev.trainwright.app.report.Steps;
import dev.trainwright.app.report.Text;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How much, how fast, how long and for how much money, by 6ND: the one figure that the others leave open. */
public final class BudgetAnswer {
    private static final List<String> LEFT_OUT = List.of(
            "6ND is a rule of thumb: attention's work on the sequence is not in it, and recomputed FLOPs do not count."
                    + " trainwright forecast counts every operation, and says what speed a layout reaches.",
            "Peaks are dense; data sheets also print sparse ones, twice as high.",
            "Failures, restarts and evaluation take time besides (trainwright failures).");

    private BudgetAnswer() {}

    /** The answer to a run of which one part is open. */
    public static Report of(Budget given, Budget run, Asked asked) {
        Economy money = new Economy(null, run.price());
        return Report.of(
                new Sentence("answer", sentence(given, run, asked, money)),
                new Facts<>("", "", run, metrics(money)),
                new Steps("steps", "Steps", steps(given, run, asked)),
                new Text("omissions", "Left out", LEFT_OUT));
    }

    private static List<Metric<Budget>> metrics(Economy money) {
        return List.of(
                Metric.number("parameters", "parameters", Prints::shortCount, Budget::parameters),
                Metric.number("tokens", "tokens", Prints::shortCount, Budget::tokens),
                Metric.number("flops", "6 x parameters x tokens", "%.3e FLOPs"::formatted, Budget::flops),
                Metric.of(
                        "tokensPerSecondPerDevice",
                        "speed of a device",
                        Dimension.TOKENS_PER_SECOND,
                        Budget::tokensPerSecond),
                Metric.of("flopPerSecondPerDevice", "which is", Dimension.FLOP_PER_SECOND, Budget::flopPerSecond),
                Metric.of("peakFlopPerSecond", "its dense peak", Dimension.FLOP_PER_SECOND, Budget::peak),
                Metric.of("mfu", "MFU", Dimension.RATIO, Budget::mfu),
                Metric.of("devices", "devices", Dimension.FACTOR, Budget::devices),
                Metric.number("hours", "time", h -> seconds(3600 * h), BudgetAnswer::hours),
                Metric.number("deviceHours", "device-hours", Prints::number, Budget::deviceHours),
                Metric.text("price", "price of a device", budget -> money.priceWords()),
                Metric.number("cost", "cost", money::money, Budget::cost));
    }

    private static @Nullable Double hours(Budget run) {
        return run.seconds() == null ? null : run.seconds() / 3600;
    }

    private static String sentence(Budget given, Budget run, Asked asked, Economy money) {
        return switch (asked) {
            case TOKENS -> "That trains on %s tokens%s.".formatted(count(run.tokens()), perParameter(run));
            case SPEED -> speed(given, run);
            case DEVICE_SECONDS ->
                "%s: %s device-hours%s."
                        .formatted(duration(given, run), Prints.number(run.deviceHours()), cost(run, money));
        };
    }

    private static String perParameter(Budget run) {
        return run.parameters() == null || run.tokens() == null
                ? ""
                : ", %s for each parameter".formatted(Prints.number(run.tokens() / run.parameters()));
    }

    private static String speed(Budget given, Budget run) {
        if (given.parameters() == null && run.parameters() != null) {
            return "That trains %s parameters.".formatted(count(run.parameters()));
        }
        Double flops = run.flopPerSecond();
        Double mfu = run.mfu();
        return "Each device trains on %s%s%s."
                .formatted(
                        shown(Dimension.TOKENS_PER_SECOND, run.tokensPerSecond()),
                        flops == null ? "" : ", which is " + shown(Dimension.FLOP_PER_SECOND, flops),
                        mfu == null ? "" : ", an MFU of " + shown(Dimension.RATIO, mfu));
    }

    private static String duration(Budget given, Budget run) {
        if (run.seconds() == null || run.devices() == null) {
            return "It takes";
        }
        return given.devices() == null
                ? "It takes %,.0f devices (%s exactly) to be done in %s"
                        .formatted(
                                Math.ceil(run.devices() * (1 - 1e-12)),
                                Prints.full(Dimension.FACTOR, run.devices()),
                                seconds(run.seconds()))
                : "%,.0f %s %s"
                        .formatted(
                                run.devices(),
                                run.devices() == 1 ? "device takes" : "devices take",
                                seconds(run.seconds()));
    }

    private static String cost(Budget run, Economy money) {
        Double cost = run.cost();
        return cost == null ? "" : ", " + money.money(cost);
    }

    private static List<Step> steps(Budget given, Budget run, Asked asked) {
        List<Step> steps = new ArrayList<>();
        if (given.tokensPerSecond() == null && asked != Asked.SPEED) {
            steps.add(new Step(
                    "Speed of a device",
                    "%s / (6 x %s)"
                            .formatted(shown(Dimension.FLOP_PER_SECOND, run.flopPerSecond()), count(run.parameters())),
                    known(run.tokensPerSecond()),
                    Dimension.TOKENS_PER_SECOND,
                    "a parameter takes 2 FLOPs forward and 4 backward for each token (Kaplan et al. 2020)"));
        }
        steps.add(total(run, asked));
        if (asked == Asked.SPEED && run.flopPerSecond() != null) {
            steps.add(
                    given.parameters() == null
                            ? new Step(
                                    "Parameters",
                                    "%s / (6 x %s)"
                                            .formatted(
                                                    shown(Dimension.FLOP_PER_SECOND, run.flopPerSecond()),
                                                    shown(Dimension.TOKENS_PER_SECOND, run.tokensPerSecond())),
                                    known(run.parameters()),
                                    Dimension.COUNT,
                                    "6 FLOPs for each parameter and token (Kaplan et al. 2020)")
                            : new Step(
                                    "FLOP/s of a device",
                                    "6 x %s x %s"
                                            .formatted(
                                                    count(run.parameters()),
                                                    shown(Dimension.TOKENS_PER_SECOND, run.tokensPerSecond())),
                                    known(run.flopPerSecond()),
                                    Dimension.FLOP_PER_SECOND,
                                    "6 FLOPs for each parameter and token (Kaplan et al. 2020)"));
        }
        return steps;
    }

    private static Step total(Budget run, Asked asked) {
        String tokens = count(run.tokens());
        String speed = shown(Dimension.TOKENS_PER_SECOND, run.tokensPerSecond());
        String hours = Prints.number(run.deviceHours()) + " h";
        return switch (asked) {
            case TOKENS ->
                new Step(
                        "Tokens",
                        speed + " x " + hours,
                        known(run.tokens()),
                        Dimension.COUNT,
                        "each device-hour trains on as many as any other");
            case SPEED ->
                new Step(
                        "Speed of a device",
                        tokens + " / " + hours,
                        known(run.tokensPerSecond()),
                        Dimension.TOKENS_PER_SECOND,
                        "what each must reach, all losses counted");
            case DEVICE_SECONDS ->
                new Step(
                        "Device time",
                        tokens + " / " + speed,
                        known(run.deviceSeconds()),
                        Dimension.SECONDS,
                        "devices x time: twice the devices at the same speed of each take half the time");
        };
    }

    private static double known(@Nullable Double value) {
        return Objects.requireNonNull(value);
    }

    private static String count(@Nullable Double count) {
        return Prints.shortCount(known(count));
    }

    private static String shown(Dimension dimension, @Nullable Double value) {
        return Prints.full(dimension, known(value));
    }

    private static String seconds(double seconds) {
        return Prints.full(Dimension.SECONDS, seconds);
    }
}

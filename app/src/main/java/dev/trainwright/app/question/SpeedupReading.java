package dev.trainwright.app.question;

import dev.trainwright.app.question.Amount.Kind;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Devices and what was measured on them. */
final class SpeedupReading {
    /** Options that take more than one amount: times are told apart by their devices. */
    static final List<String> SEVERAL = List.of("--devices", "--hours", "--step", "--comm", "--compute", "--price");

    private static final Pattern APART = Wording.pattern("[;?!]|\\.(?![0-9])|\\bhow\\b|\\bwhat\\b|\\bif\\b");
    private static final Pattern WEAK = Wording.pattern(
            "\\bweak|\\b(?:batch|samples)(?: size)? (?:per|on each|of each) |\\bper-(?:gpu|device) batch|\\bprocesses ?(?:2|4|8|16)? ?b\\b|\\bprocesses [0-9]+ ?B\\b|\\beach (?:gpu|device|card) keeps|\\bsame batch (?:on|per)|\\btwice the (?:data|batch|samples)|\\bglobal batch (?:doubles|grows)");
    private static final Pattern STRONG = Wording.pattern(
            "\\bstrong|\\b(?:same|fixed|constant) (?:global|total|effective) batch|\\bglobal batch (?:is )?(?:fixed|the same|stays)");

    /** Words that change what an amount means: what is beside compute does not add to it. */
    private static final Pattern BESIDE = Wording.pattern(
            "\\b(?:hidden|hides|overlap(?:s|ped|ping)?)\\b|\\b(?:data|input) (?:load|pipeline)|\\bdata-?loader|\\bloader\\b");

    private static final Pattern NOT_BESIDE = Wording.pattern(
            "\\b(?:no|not|without|nothing|never|isn't|doesn't) (?:[a-z]+ ){0,2}(?:hidden|hides|overlap)");

    private static final Pattern LIMIT =
            Wording.pattern("\\bceiling|\\blimit|\\binfinit|\\bsaturat|\\bcurve|\\bmaximum");
    private static final Set<String> ENDS = Set.of("--devices", "--target", "--within");

    private final Assignment assignment;
    private final Map<String, String> options = new LinkedHashMap<>();
    private final Set<String> devices = new LinkedHashSet<>();
    private final Set<String> measuredOn = new LinkedHashSet<>();
    private final Set<Amount> bases = new LinkedHashSet<>();

    private SpeedupReading(Assignment assignment) {
        this.assignment = assignment;
    }

    /** Options of {@code speedup}; problems are added to the assignment's. */
    static Map<String, String> options(Assignment assignment) {
        return new SpeedupReading(assignment).read();
    }

    private Map<String, String> read() {
        assignment.options().forEach((option, value) -> {
            if (!SEVERAL.contains(option)) {
                options.put(option, value);
            }
        });
        single("--compute");
        single("--comm");
        single("--price");
        assignment.of("--hours").forEach(hours -> measured(hours, "--hours", "--measured-hours"));
        steps();
        beside();
        gradients();
        devices();
        if (options.containsKey("--comm") && !options.containsKey("--gradients")) {
            options.remove("--link"); // its time already says what the network does
        }
        if (Collections.disjoint(options.keySet(), ENDS)
                && LIMIT.matcher(assignment.text.words()).find()) {
            options.put("--curve", "");
        }
        return options;
    }

    private void single(String option) {
        for (Amount amount : assignment.of(option)) {
            put(option, amount);
        }
    }

    private void put(String option, Amount amount) {
        String before = options.putIfAbsent(option, amount.value());
        if (before != null && !before.equals(amount.value())) {
            assignment.problems.add(
                    "%s: beside %s, which of them is %s?".formatted(amount.said(), before, option.substring(2)));
        }
    }

    private void measured(Amount time, String onOne, String onSeveral) {
        Amount on = devicesOf(time);
        if (on == null || on.value().equals("1")) {
            if (on != null) {
                bases.add(on);
            }
            put(onOne, time);
        } else {
            put(onSeveral, time);
            measuredOn.add(on.value());
        }
    }

    private void steps() {
        List<Amount> steps = assignment.of("--step");
        boolean one = steps.stream().anyMatch(step -> {
            Amount on = devicesOf(step);
            return on != null && on.value().equals("1");
        });
        boolean parts = options.containsKey("--compute") && options.containsKey("--comm");
        for (Amount step : steps) {
            if (parts) {
                put("--step", step);
            } else if (one || options.containsKey("--compute") || devicesOf(step) != null) {
                measured(step, "--compute", "--iteration");
            } else {
                assignment.problems.add(step.said()
                        + ": is it compute, synchronisation or a whole step, and on how many" + " devices?");
            }
        }
        if (options.containsKey("--iteration")) {
            scaling();
        }
    }

    /** A longer iteration on more devices: of as much work, or of more? */
    private void scaling() {
        String words = assignment.text.words();
        if (WEAK.matcher(words).find()) {
            options.put("--scaling", "weak");
        } else if (!STRONG.matcher(words).find() && !options.containsKey("--comm")) {
            assignment.problems.add("does every device keep its batch when devices are added (\"the same batch per"
                    + " device\"), or do all share one (\"the same global batch\")?");
        }
    }

    private void beside() {
        String words = assignment.text.words();
        Matcher found = BESIDE.matcher(words);
        if (found.find() && !NOT_BESIDE.matcher(words).find()) {
            assignment.problems.add(found.group()
                    + ": what runs beside compute does not add to it; say what of synchronisation shows, or write a job file, which has"
                    + " overlap and load, for trainwright forecast");
        }
    }

    private void gradients() {
        List<Amount> parameters = assignment.of("--parameters");
        List<Amount> bytes = assignment.of("--bytes-per-parameter");
        options.keySet().removeAll(List.of("--parameters", "--bytes-per-parameter"));
        if (parameters.size() == 1 && bytes.size() == 1 && !options.containsKey("--gradients")) {
            BigDecimal all = parameters.get(0).number().multiply(bytes.get(0).number());
            options.put("--gradients", all.toPlainString() + "B");
        } else if (!parameters.isEmpty() || !bytes.isEmpty()) {
            assignment.problems.add(
                    (parameters.isEmpty() ? bytes : parameters).get(0).said()
                            + ": parameters and the bytes of each make the gradients; one alone does not");
        }
    }

    private void devices() {
        devices.addAll(measuredOn);
        List<Amount> named = assignment.of("--devices");
        for (Amount amount : named) {
            if (amount.kind() == Kind.MORE_DEVICES) {
                BigDecimal before = named.stream()
                        .filter(other -> other.start() < amount.start() && other.kind() == Kind.DEVICES)
                        .map(Amount::number)
                        .max(BigDecimal::compareTo)
                        .orElse(BigDecimal.ZERO);
                devices.add(before.add(amount.number()).toPlainString());
            } else if (!bases.contains(amount)
                    && !(amount.value().equals("1")
                            && named.size() > 1
                            && amount.said().startsWith("1 "))) {
                devices.add(amount.value());
            }
        }
        if (options.containsKey("--target") && devices.equals(Set.of("1"))) {
            devices.clear();
        }
        if (!devices.isEmpty()) {
            options.put("--devices", String.join(",", devices));
        }
    }

    /** The devices that a time belongs to: next to it, with no question or other thought between. */
    private @Nullable Amount devicesOf(Amount time) {
        Amount nearest = null;
        for (Amount amount : assignment.of("--devices")) {
            boolean before = amount.end() <= time.start();
            String between = assignment
                    .text
                    .words()
                    .substring(before ? amount.end() : time.end(), before ? time.start() : amount.start());
            boolean near =
                    !APART.matcher(between).find() && (!between.contains(",") || (before && between.length() < 25));
            if (near
                    && (nearest == null
                            || time.distance(amount.start(), amount.end())
                                    < time.distance(nearest.start(), nearest.end()))) {
                nearest = amount;
            }
        }
        return nearest;
    }
}

package dev.trainwright.app.question;

import static dev.trainwright.app.question.Amount.Kind.BYTES;
import static dev.trainwright.app.question.Amount.Kind.COUNT;
import static dev.trainwright.app.question.Amount.Kind.DEVICES;
import static dev.trainwright.app.question.Amount.Kind.FACTOR;
import static dev.trainwright.app.question.Amount.Kind.HOURS;
import static dev.trainwright.app.question.Amount.Kind.MORE_DEVICES;
import static dev.trainwright.app.question.Amount.Kind.PLAIN_BYTES;
import static dev.trainwright.app.question.Amount.Kind.PRICE;
import static dev.trainwright.app.question.Amount.Kind.RATE;
import static dev.trainwright.app.question.Amount.Kind.SHARE;
import static dev.trainwright.app.question.Amount.Kind.TIME;

import java.util.List;
import java.util.regex.Pattern;

/** What a question can be about: the command that answers it, the words that tell, and what its amounts can be. */
@SuppressWarnings("ImmutableEnumChecker") // unmodifiable copies of immutable values
enum Topic {
    BUBBLE(
            "\\bbubble|\\bpipeline (?:stage|bubble|parallel)|\\bstages?\\b.*micro-?batch|\\b1f1b\\b|\\bgpipe\\b",
            Slot.of("--stages", "pipeline stages", COUNT, "\\bstages?\\b|\\bp ?="),
            Slot.of("--stages", "pipeline stages", DEVICES, "."),
            Slot.of("--micro-batches", "micro-batches", COUNT, "\\bmicro-?batch|\\bm ?="),
            Slot.of("--chunks", "chunks of a stage", COUNT, "\\bchunk|\\bvirtual|\\binterleav|\\bv ?="),
            Slot.only("--at-most", "the bubble wanted", SHARE)),
    FAILURES(
            "\\bmtbf\\b|\\bcheckpoint|\\bfail(?:s|ures?|ed)?\\b|\\binterruption",
            Slot.of(
                    "--device-mtbf",
                    "time between failures of one device",
                    TIME,
                    "\\bmtbf of (?:one|a|each)|\\b(?:device|gpu|card)(?:'s)? mtbf|\\b(?:each|every|one|a single|per) (?:gpu|device|card|node)|\\b(?:gpu|device|card) fails"),
            Slot.of(
                    "--mtbf",
                    "time between failures of the cluster",
                    TIME,
                    "\\bmtbf|\\bbetween (?:failures|interruptions)|\\bfails (?:once )?(?:every|in|per)|\\b(?:a|one) (?:failure|interruption) (?:every|in|per)|\\bfailures? every"),
            Slot.of(
                    "--over",
                    "time over which failures were counted",
                    TIME,
                    "\\b(?:failures|interruptions)\\b(?! every)"),
            Slot.of(
                    "--interval",
                    "time between checkpoints",
                    TIME,
                    "\\bcheckpoints? (?:is written )?(?:every|each)|\\binterval"),
            Slot.of("--restart", "restart", TIME, "\\brestart|\\brecover|\\bresum"),
            Slot.weak("--checkpoint", "writing a checkpoint", TIME, "\\bcheckpoint|\\bwrit|\\bsav"),
            Slot.weak("--hours", "the job", TIME, "\\bjob|\\brun\\b|\\btraining|\\btrain\\b"),
            Slot.of("--count", "failures", COUNT, "\\bfail|\\binterruption"),
            Slot.only("--devices", "devices", DEVICES)),
    STRAGGLER(
            "\\bstraggl|\\basync|\\bslowest|\\bworkers? (?:need|take|finish|run|have|are)|\\bstale",
            Slot.of("--backup", "backup workers", COUNT, "\\bbackup|\\bspare"),
            Slot.of("--staleness-bound", "the staleness bound", COUNT, "\\bbound|\\bstale|\\bahead"),
            Slot.only("--times", "times of the workers", TIME),
            Slot.of("--bytes", "bytes of an update", BYTES, "\\bupdate|\\bgradient|\\bserver"),
            Slot.only("--server-bandwidth", "the server's port", RATE)),
    ACCUMULATE(
            "\\baccumul|\\bmicro-?(?:batch|step)|\\b(?:effective|global) batch|\\bno_sync",
            Slot.of(
                    "--micro-batch",
                    "the micro-batch",
                    COUNT,
                    "\\bmicro-?batch|\\bfits?\\b|\\bat a time|\\bper[- ](?:gpu|device|card)|\\bhandles?|\\bholds?\\b|\\bmemory for"),
            Slot.of(
                    "--steps",
                    "accumulation steps",
                    COUNT,
                    "\\baccumulation steps?|\\baccumulat(?:e|ing)|\\bmicro-?steps?|\\bgradient accumulation"),
            Slot.of(
                    "--global-batch",
                    "the global batch",
                    COUNT,
                    "\\b(?:effective|global|total|overall|target|big|large|whole)[- ]batch|(?<!micro[- ])\\bbatch(?: size)? of\\b"),
            Slot.weak("--global-batch", "the global batch", COUNT, "\\bbatch"),
            Slot.of(
                    "--compute",
                    "compute of a micro-batch",
                    TIME,
                    "\\bcompute|\\bmicro-?(?:step|batch)|\\bforward|\\bbackward|\\bpass"),
            Slot.of("--comm", "synchronisation", TIME, Topic.SYNC),
            Slot.only("--replicas", "replicas", DEVICES)),
    FIT(
            "\\bparameters?\\b.*\\b[0-9.]+ ?[GT]i?B\\b|\\b[0-9.]+ ?[GT]i?B\\b.*\\b(?:parameters?|params?)\\b|\\bfits?\\b|\\bmodel states?\\b|\\blargest model|\\bbiggest model|\\bbytes? (?:per|each)",
            Slot.of("--bytes-per-parameter", "bytes of a parameter", PLAIN_BYTES, "."),
            Slot.only("--memory", "memory of a device", BYTES),
            Slot.of("--parameters", "parameters", COUNT, "\\bparam|\\bmodel|\\bweights"),
            Slot.only("--devices", "devices", DEVICES)),
    SPEEDUP(
            "",
            Slot.of("--compute", "compute", TIME, "(?<![a-z])comput|\\bforward|\\bbackward|\\bcrunch"),
            Slot.of("--comm", "synchronisation", TIME, Topic.SYNC),
            Slot.of("--latency", "the latency of a message", TIME, "\\blatenc"),
            Slot.of(
                    "--within",
                    "the time wanted",
                    HOURS,
                    "\\bwithin\\b|\\bunder\\b|\\bbelow\\b|\\bless than\\b|\\bat most\\b|\\bno more than\\b|\\bdeadline\\b|\\b(?:finish|be done|be ready|done|ready)(?:ed)? in\\b|\\bdown to\\b|\\bby\\b"),
            Slot.weak("--step", "a whole step", TIME, "\\bstep|\\biteration|\\bs/it|\\bbatch"),
            Slot.weak("--hours", "the job", HOURS, "."),
            Slot.only("--gradients", "the gradients", BYTES),
            Slot.of("--parameters", "parameters", COUNT, "\\bparam|\\bweights|\\bmodel"),
            Slot.only("--bytes-per-parameter", "bytes of a parameter", PLAIN_BYTES),
            Slot.only("--link", "the link", RATE),
            Slot.only("--target", "the speedup wanted", FACTOR),
            Slot.only("--price", "the price of a device", PRICE),
            Slot.only("--devices", "devices", DEVICES, MORE_DEVICES));

    private static final String SYNC =
            "\\bsync|\\bcommunicat|(?<![a-z])comm(?![a-z])|\\ball-?reduc|\\bexchang|\\bnetwork\\b|\\btalk|\\bgradient (?:exchange|transfer)|\\boverhead";

    private final Pattern trigger;
    private final List<Slot> slots;

    Topic(String trigger, Slot... slots) {
        this.trigger = Wording.pattern(trigger);
        this.slots = List.of(slots);
    }

    /** The first whose words are in the question. */
    static Topic of(String question, List<Amount> amounts) {
        for (Topic topic : values()) {
            boolean overLinks = topic == FIT && amounts.stream().anyMatch(amount -> amount.kind() == RATE);
            if (!overLinks && topic.trigger.matcher(question).find()) {
                return topic;
            }
        }
        return SPEEDUP;
    }

    String command() {
        return Wording.lower(name());
    }

    List<Slot> slots() {
        return slots;
    }
}

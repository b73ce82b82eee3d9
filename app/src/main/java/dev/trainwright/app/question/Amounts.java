package dev.trainwright.app.question;

import static dev.trainwright.app.question.Wording.pattern;

import dev.trainwright.app.question.Amount.Kind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the amounts of a question, each by its unit or by what it counts. */
final class Amounts {
    /** Not the digits of a name such as A100 or fp16. */
    private static final String NUMBER =
            "(?<![A-Za-z0-9_.$\u20ac\u00a3-])[0-9]+(?:\\.[0-9]+)?(?:e[0-9]{1,2}(?![0-9]))?";

    private static final String HARDWARE =
            "(?:nvidia |amd |geforce )?(?:[ahvbtlp][0-9]{1,3}s?|gb200s?|rtx ?[0-9]{4}(?: ti)?s?|mi[0-9]{3}x?s?|tpu ?v[0-9][a-z]?s?)";

    /** What devices are called. */
    static final String NOUN =
            "(?:(?:gpu|card|device|accelerator|machine|node|server|box|boxe|worker|replica|tpu|rank)s?\\b(?!-?hour)(?!-second)(?! hour)|"
                    + HARDWARE + "\\b(?! hour|-hour))";

    private static final String ADJECTIVES =
            "(?:(?:more|slow|slower|fast|faster|new|old|data-parallel|identical|equal|extra|additional|such|rented|cloud|single|parallel|async|asynchronous|sync|synchronous) )*";
    private static final String LIST =
            "(?:(?:" + NUMBER + ", )*" + NUMBER + ",? (?:and|or|to|vs\\.?|versus|then) )?" + NUMBER;

    private static final Pattern NODES_OF =
            pattern("(" + NUMBER + ") (?:nodes?|machines?|servers?|boxes)(?: of| with| x|,)(?: each)? (" + NUMBER + ") "
                    + ADJECTIVES + NOUN + "(?: each)?");
    private static final Pattern MORE = pattern("(" + NUMBER + ") more\\b(?: " + ADJECTIVES + NOUN + ")?");
    private static final Pattern DEVICES = pattern(LIST + "(?: ?x)? " + ADJECTIVES + NOUN + "|" + NUMBER + "x? ?"
            + HARDWARE + "\\b|" + NUMBER + " (?:in )?total\\b|" + NUMBER
            + "(?= [0-9]+ ?[gt]i?b " + NOUN + ")");
    private static final Pattern BARE_DEVICES =
            pattern("(?<=\\b(?:on|bought|buy|use|using|have|rent|get|own|with|than) )" + LIST
                    + "(?= ?(?:[.,;:?!)]|$|and\\b|or\\b|instead|now|already|in\\b))");
    private static final Pattern K = pattern("\\bk ?= ?(" + NUMBER + ")");

    /** Digits that are part of a name. */
    private static final Pattern NAMES = pattern(
            "\\b(?:llama|gpt|qwen|gemma|phi|deepseek|mistral|falcon)[- ]?v?[0-9](?:\\.[0-9])?(?![0-9.]*[bm]\\b)|\\bzero[- ]?[0-3]\\b|\\b(?:rtx|gtx) ?[0-9]{4}\\b|\\bstage [0-3]\\b|\\b1f1b\\b|(?<=\\b(?:processes|batch) )[0-9]+ ?B\\b");

    private static final String EACH_HOUR =
            "(?: ?/ ?| per | an? | each )(?:(?:gpu|card|device|accelerator)s?[ -]?)?(?:an? |/ ?|per )?(?:hour|hr|h)\\b|(?: per| a| each|/)? ?(?:gpu|card|device)[ -]hours?\\b";

    private static final Map<Kind, Pattern> UNITS = new LinkedHashMap<>();

    static {
        UNITS.put(
                Kind.PRICE,
                pattern("([$\u20ac\u00a3]) ?([0-9]+(?:\\.[0-9]+)?)(?:" + EACH_HOUR + ")|(" + NUMBER
                        + ") ?(usd|dollars?|eur|euros?|gbp|pounds?)(?:" + EACH_HOUR + ")"));
        UNITS.put(
                Kind.RATE,
                Pattern.compile(
                        "(" + NUMBER
                                + ")[ -]?(?:([kMGT]i?B)(?:/s|ps| per second| a second)|([kMGT])(?:b(?:it)?s?(?:/s|ps| per second| a second)|[bB]E\\b|b(?:it)?[- ](?:Ethernet|ethernet|InfiniBand|network|link|port))|((?:giga|mega)b(?:it|yte)s?)(?:/s| per second| a second| ethernet| Ethernet| network| link| port))"));
        UNITS.put(
                Kind.BYTES,
                Pattern.compile(
                        "(" + NUMBER
                                + ")[ -]?([kKMGTPmgt]i?[Bb]\\b|bytes?\\b|B\\b(?=/| per| each)|(?:giga|mega|kilo|tera|gibi|mebi)bytes?\\b)"));
        UNITS.put(
                Kind.TIME,
                pattern(
                        "(" + NUMBER
                                + ")[ -]?(ms|milliseconds?|us|\u00b5s|microseconds?|ns|s|sec|secs|seconds?|min|mins|minutes?|h|hrs?|hours?|d|days?|weeks?)\\b"));
        UNITS.put(Kind.SHARE, pattern("(" + NUMBER + ") ?(%|percent\\b|per cent\\b)"));
        UNITS.put(Kind.FACTOR, pattern("(" + NUMBER + ")(?: ?x\\b| ?\u00d7| times\\b|[- ]?fold\\b)"));
        UNITS.put(
                Kind.COUNT,
                Pattern.compile("(" + NUMBER
                        + ")(?: ?(thousand|million|billion|trillion|bn)\\b| ?(k|M|B|T|m|b)\\b|(?![0-9A-Za-z]))"));
    }

    private final List<Amount> found = new ArrayList<>();
    private String rest;

    private Amounts(String text) {
        rest = text;
    }

    /** The amounts of a text, in its order, and what is left of it. */
    static List<Amount> of(String text) {
        return new Amounts(text).read();
    }

    private List<Amount> read() {
        take(
                NODES_OF,
                m -> add(
                        Kind.DEVICES,
                        new BigDecimal(m.group(1))
                                .multiply(new BigDecimal(m.group(2)))
                                .toPlainString(),
                        m));
        take(K, m -> add(Kind.DEVICES, m.group(1), m));
        take(MORE, m -> add(Kind.MORE_DEVICES, m.group(1), m));
        take(DEVICES, this::list);
        take(BARE_DEVICES, this::list);
        rest = Wording.blank(rest, NAMES.matcher(rest));
        UNITS.forEach((kind, pattern) -> take(pattern, m -> add(finer(kind, m), value(kind, m), m)));
        found.sort(Comparator.comparingInt(Amount::start));
        return found;
    }

    /** Digits that belong to no amount, each with the word that it is in. */
    static List<String> leftOver(String text) {
        Amounts amounts = new Amounts(text);
        amounts.read();
        return pattern("(?<![A-Za-z0-9_.-])-?[0-9][^ ,;:?!()]*")
                .matcher(amounts.rest)
                .results()
                .map(MatchResult::group)
                .toList();
    }

    private interface Reading {
        void read(MatchResult found);
    }

    private void take(Pattern pattern, Reading reading) {
        Matcher matcher = pattern.matcher(rest);
        matcher.results().forEach(reading::read);
        rest = Wording.blank(rest, pattern.matcher(rest));
    }

    private void add(Kind kind, String value, MatchResult match) {
        found.add(new Amount(kind, value, match.group().strip(), match.start(), match.end()));
    }

    private void list(MatchResult match) {
        pattern(NUMBER)
                .matcher(match.group())
                .results()
                .forEach(number -> found.add(new Amount(
                        Kind.DEVICES,
                        number.group(),
                        match.group().strip(),
                        match.start() + number.start(),
                        match.start() + number.end())));
    }

    private static Kind finer(Kind kind, MatchResult m) {
        if (kind == Kind.TIME && !time("", Wording.lower(m.group(2))).matches("[mun]?s")) {
            return Kind.HOURS;
        }
        return kind == Kind.BYTES && bytes(m.group(2)).equals("B") ? Kind.PLAIN_BYTES : kind;
    }

    private static String value(Kind kind, MatchResult m) {
        return switch (kind) {
            case PRICE -> m.group(2) != null ? m.group(2) + currency(m.group(1)) : m.group(3) + currency(m.group(4));
            case RATE -> m.group(1) + rate(m);
            case BYTES -> m.group(1) + (bytes(m.group(2)).equals("B") ? "" : bytes(m.group(2)));
            case TIME -> time(m.group(1), Wording.lower(m.group(2)));
            case SHARE -> m.group(1) + "%";
            case COUNT -> m.group(1) + magnitude(m);
            default -> m.group(1);
        };
    }

    private static String currency(String said) {
        return switch (Wording.lower(said).charAt(0)) {
            case '\u20ac', 'e' -> "EUR/h";
            case '\u00a3', 'p', 'g' -> "GBP/h";
            default -> "USD/h";
        };
    }

    private static String rate(MatchResult m) {
        if (m.group(2) != null) {
            return m.group(2) + "/s";
        }
        if (m.group(3) != null) {
            return m.group(3) + "b/s";
        }
        return (m.group(4).startsWith("g") ? "G" : "M") + (m.group(4).contains("byte") ? "B/s" : "b/s");
    }

    private static String bytes(String unit) {
        return unit.length() <= 3 && !unit.equals("b")
                ? unit
                : switch (unit.charAt(0)) {
                    case 'b' -> "B";
                    case 'k' -> "kB";
                    case 'm' -> unit.startsWith("mebi") ? "MiB" : "MB";
                    case 't' -> "TB";
                    default -> unit.startsWith("gibi") ? "GiB" : "GB";
                };
    }

    private static String time(String number, String unit) {
        if (unit.startsWith("week")) {
            return new BigDecimal(number.isEmpty() ? "1" : number)
                            .multiply(BigDecimal.valueOf(7))
                            .stripTrailingZeros()
                            .toPlainString()
                    + "d";
        }
        return number
                + (unit.startsWith("mi") && !unit.startsWith("min")
                        ? unit.startsWith("mic") ? "us" : "ms"
                        : unit.startsWith("min")
                                ? "min"
                                : unit.length() == 2 && unit.endsWith("s") ? unit : unit.substring(0, 1));
    }

    private static String magnitude(MatchResult m) {
        if (m.group(3) != null) {
            return m.group(3);
        }
        if (m.group(2) == null) {
            return "";
        }
        return m.group(2).startsWith("th") ? "e3" : m.group(2).substring(0, 1).toUpperCase(Locale.ROOT);
    }
}

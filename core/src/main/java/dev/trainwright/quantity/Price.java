package dev.trainwright.quantity;

import java.util.Currency;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A price of one hour.
 *
 * @param perHour the amount, finite and not negative
 * @param currency ISO 4217 code
 */
public record Price(double perHour, String currency) {

    /** What {@link #parse} accepts, in words, with examples. */
    public static final String ACCEPTED =
            "a price for one hour with its currency, for instance 2.50 USD/h, $2.50/h or 2.20 EUR/h";

    /** A regular expression (ECMA 262) of the accepted texts. */
    public static final String PATTERN =
            "^([$\u20ac\u00a3]\\s*[0-9._eE+-]+|[0-9._eE+-]+\\s*([A-Z]{3}|[$\u20ac\u00a3]))\\s*\\/\\s*(h|hour)$";

    private static final Map<String, String> SIGNS = Map.of("$", "USD", "\u20ac", "EUR", "\u00a3", "GBP");
    private static final Pattern SHAPE = Pattern.compile(
            "([$\u20ac\u00a3]?)\\s*([^\\sA-Z$\u20ac\u00a3/]+)\\s*([A-Z]{3}|[$\u20ac\u00a3]?)\\s*/\\s*(?:h|hour)");

    /** Reads {@code 2.50 USD/h} or {@code $2.50/h}; empty if the text is no price. */
    public static Optional<Price> parse(String text) {
        Matcher matcher = SHAPE.matcher(text.strip());
        if (!matcher.matches() || matcher.group(1).isEmpty() == matcher.group(3).isEmpty()) {
            return Optional.empty();
        }
        String currency = matcher.group(1) + matcher.group(3);
        String code = SIGNS.getOrDefault(currency, currency);
        return known(code) && Quantities.parse(Dimension.RATIO, matcher.group(2)) instanceof Parsed.Value amount
                ? Optional.of(new Price(amount.asDouble(), code))
                : Optional.empty();
    }

    /** For instance {@code 2.50 USD/h}. */
    @Override
    public String toString() {
        return Prints.money(perHour, currency) + "/h";
    }

    private static boolean known(String code) {
        return Currency.getAvailableCurrencies().stream()
                .anyMatch(c -> c.getCurrencyCode().equals(code));
    }
}

package dev.trainwright.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PriceTest {

    @ParameterizedTest
    @CsvSource({
        "2.50 USD/h, 2.5, USD, 2.50 USD/h",
        "$2.50/h, 2.5, USD, 2.50 USD/h",
        "2.50 $/hour, 2.5, USD, 2.50 USD/h",
        "\u20ac 2.20/h, 2.2, EUR, 2.20 EUR/h",
        "300JPY/h, 300, JPY, 300.00 JPY/h",
        "0 CHF/h, 0, CHF, 0.00 CHF/h",
    })
    void readsAmountAndCurrency(String text, double perHour, String currency, String printed) {
        assertThat(Price.parse(text)).contains(new Price(perHour, currency));
        assertThat(new Price(perHour, currency)).hasToString(printed);
        assertThat(text).matches(Price.PATTERN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2.50",
                "2.50 USD",
                "USD/h",
                "2.50 XYZ/h",
                "$2.50 USD/h",
                "-1 USD/h",
                "1e999 USD/h",
                "2.50 usd/h",
                ""
            })
    void refusesWhatIsNoPrice(String text) {
        assertThat(Price.parse(text)).isEmpty();
    }
}

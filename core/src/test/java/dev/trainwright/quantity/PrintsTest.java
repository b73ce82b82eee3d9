package dev.trainwright.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "BYTES | 88476326298 | 82.4 GiB",
                "BYTES | 17179869184 | 16 GiB",
                "BYTES | 1073741823 | 1 GiB",
                "BYTES | 0 | 0 B",
                "SECONDS | 0.4 | 400 ms",
                "SECONDS | 0.9996 | 1 s",
                "SECONDS | 0.000005 | 5 us",
                "SECONDS | 27000 | 7.5 h",
                "SECONDS | 1798560 | 20.8 d",
                "SECONDS | 0 | 0 s",
                "BYTES_PER_SECOND | 1.25e9 | 1.25 GB/s",
                "FLOP_PER_SECOND | 312e12 | 312 TFLOP/s",
                "TOKENS_PER_SECOND | 5762 | 5,762 tokens/s",
                "COUNT | 1720320 | 1,720,320",
                "WATTS | 4000 | 4 kW",
                "JOULES | 3.6e6 | 1 kWh",
                "RATIO | 0.666666 | 66.7 %",
            })
    void printsForPeople(Dimension dimension, double value, String expected) {
        assertThat(Prints.print(dimension, value)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SECONDS | 0.14625 | 146.25 ms",
                "SECONDS | 0.11439 | 114.39 ms",
                "SECONDS | 27000 | 7.5 h",
                "FACTOR | 2.6666666666666665 | 2.667",
                "FACTOR | 3.8095238095238093 | 3.81",
                "FACTOR | 3.6363636363636362 | 3.636",
                "FACTOR | 8 | 8",
                "BYTES | 80e9 | 80 GB",
                "BYTES | 1.12e12 | 1.12 TB",
                "RATIO | 0.6666666666666666 | 66.7 %",
                "RATIO | 0 | 0.0 %",
                "RATIO | 1 | 100.0 %",
                "RATIO | 0.99999 | >99.9 %",
                "RATIO | 0.00001 | <0.1 %",
                "COUNT | 14000 | 14,000",
            })
    void printsShortNumbersInFullAndOthersWithFourDigits(Dimension dimension, double value, String expected) {
        assertThat(Prints.full(dimension, value)).isEqualTo(expected);
    }

    @Test
    void printsSpecialForms() {
        assertThat(Prints.decimalBytes(80e9)).isEqualTo("80 GB");
        assertThat(Prints.shortCount(8_030_261_248.0)).isEqualTo("8.03B");
        assertThat(Prints.shortCount(1.4e12)).isEqualTo("1.4T");
        assertThat(Prints.shortCount(131_072)).isEqualTo("131,072");
        assertThat(Prints.number(8.0 / 3)).isEqualTo("2.67");
        assertThat(Prints.money(5_576_000, "USD")).isEqualTo("5,576,000.00 USD");
        assertThat(Prints.fixed(2.0, 3)).isEqualTo("2.000");
    }

    @Test
    void refusesWhatIsNoNumber() {
        assertThatThrownBy(() -> Prints.print(Dimension.SECONDS, Double.NaN))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Prints.number(Double.POSITIVE_INFINITY)).isInstanceOf(IllegalArgumentException.class);
    }
}

package dev.trainwright.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantitiesTest {

    @ParameterizedTest
    @CsvSource({
        "BYTES, 16 GB, 16000000000",
        "BYTES, 80GB, 80000000000",
        "BYTES, 16 GiB, 17179869184",
        "BYTES, 512 MiB, 536870912",
        "BYTES, 4 kB, 4000",
        "BYTES, 1 KiB, 1024",
        "BYTES, 0 B, 0",
        "SECONDS, 400 ms, 0.4",
        "SECONDS, 5 us, 0.000005",
        "SECONDS, 5 \u00b5s, 0.000005",
        "SECONDS, 20 h, 72000",
        "SECONDS, 1.5 d, 129600",
        "SECONDS, 2 min, 120",
        "BYTES_PER_SECOND, 10 Gb/s, 1250000000",
        "BYTES_PER_SECOND, 10 Gbit/s, 1250000000",
        "BYTES_PER_SECOND, 10Gbps, 1250000000",
        "BYTES_PER_SECOND, 1.25 GB/s, 1250000000",
        "BYTES_PER_SECOND, 1.25 GiB/s, 1342177280",
        "FLOP_PER_SECOND, 312 TFLOP/s, 312000000000000",
        "FLOP_PER_SECOND, 312 TFLOPS, 312000000000000",
        "COUNT, 1.4T, 1400000000000",
        "COUNT, 7B, 7000000000",
        "COUNT, 1e12, 1000000000000",
        "COUNT, 1_000_000, 1000000",
        "COUNT, 9223372036854775807, 9223372036854775807",
        "WATTS, 400 W, 400",
        "WATTS, 4 kW, 4000",
        "JOULES, 1 kWh, 3600000",
        "RATIO, 30 %, 0.3",
        "RATIO, 0.3, 0.3",
        "SAMPLES_PER_SECOND, 380 img/s, 380",
        "TOKENS_PER_SECOND, 5762 tokens/s, 5762",
    })
    void readsWhatTheStandardsSay(Dimension dimension, String text, BigDecimal expected) {
        assertThat(Quantities.parse(dimension, text))
                .isInstanceOfSatisfying(
                        Parsed.Value.class, value -> assertThat(value.exact()).isEqualByComparingTo(expected));
        assertThat(text).matches(Quantities.pattern(dimension));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "BYTES | 16 | unit is missing",
                "BYTES | 16 Gb | Gb is bits; write GB (1000^3 bytes) or GiB (1024^3 bytes)",
                "BYTES | 16 G | GB (1000^3 bytes) or GiB (1024^3 bytes)",
                "BYTES | 16 gb | GB (1000^3 bytes) or GiB (1024^3 bytes)",
                "BYTES | 4 kb | ambiguous",
                "BYTES | 4 K | kB (1000^1 bytes) or KiB (1024^1 bytes)",
                "BYTES | 4 KB | kB (1000 bytes) or KiB (1024 bytes)",
                "BYTES | -16 GB | negative",
                "BYTES | NaN | not a number",
                "BYTES | Infinity GB | not a number",
                "BYTES | 1e999 GB | out of range",
                "BYTES | 1e301 GB | out of range",
                "BYTES | 16 GBB | unknown unit GBB",
                "BYTES | 1,000 GB | 1_000_000",
                "BYTES | . GB | not a number",
                "SECONDS | 5 m | min for minutes or ms for milliseconds",
                "SECONDS | 400 | for instance 400 ms",
                "SECONDS | 5 MS | did you mean ms?",
                "BYTES_PER_SECOND | 10 GB | one of the units",
                "BYTES_PER_SECOND | 10 gb/s | unknown unit gb/s",
                "FLOP_PER_SECOND | 312 TF | unknown unit TF",
                "COUNT | 1.5 | not a whole number",
                "COUNT | 128k | 131072",
                "COUNT | 9223372036854775808 | larger than 9223372036854775807",
                "COUNT | 8e18T | larger than",
                "WATTS | 400 | for instance 400 W",
                "RATIO | 30 percent | percentage",
            })
    void refusesAndSaysWhatIsAccepted(Dimension dimension, String text, String reason) {
        assertThat(Quantities.parse(dimension, text))
                .isInstanceOfSatisfying(
                        Parsed.Refused.class,
                        refused -> assertThat(refused.why())
                                .contains(reason)
                                .contains("; expected ")
                                .contains("for instance"));
    }
}

package dev.trainwright.app.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
    private final StringWriter told = new StringWriter();
    private long seconds;

    @Test
    void nothingIsToldBeforeTwoSecondsHavePassed() {
        try (ProgressLine line = line(true)) {
            seconds = 1;
            line.at(0.5, 1000);
        }
        assertThat(told.toString()).isEmpty();
    }

    @Test
    void aTerminalSeesOneLineThatIsGoneInTheEnd() {
        try (ProgressLine line = line(true)) {
            seconds = 2;
            line.at(0.25, 1000); // a quarter in 2 s: the rest takes 6 s
            seconds = 3;
            line.at(0.5, 2000);
        }
        assertThat(told.toString())
                .isEqualTo("\r\u001b[K 25 %, 1,000 layouts forecast, about 6 s left"
                        + "\r\u001b[K 50 %, 2,000 layouts forecast, about 3 s left\r\u001b[K");
    }

    @Test
    void aLogGetsALineEveryTenSeconds() {
        try (ProgressLine line = line(false)) {
            for (seconds = 1; seconds <= 12; seconds++) {
                line.at(seconds / 16.0, seconds);
            }
        }
        assertThat(told.toString())
                .isEqualTo(" 13 %, 2 layouts forecast, about 14 s left\n 75 %, 12 layouts forecast, about 4 s left\n");
    }

    private ProgressLine line(boolean terminal) {
        return new ProgressLine(new PrintWriter(told), terminal, () -> seconds * 1_000_000_000L);
    }
}

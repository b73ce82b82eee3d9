package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void helpGoesToStandardOutputAndNamesTheExitCodes() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).startsWith("Usage: trainwright").contains("--version", "Exit codes:", "70");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void versionIsTheOneOfTheBuild() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).matches("trainwright \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\\R");
    }

    @Test
    void wrongUsageExits2AndGoesToStandardError() {
        assertThat(run("--no-such-option")).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).contains("--no-such-option");
    }

    @Test
    void noCommandExits2AndShowsTheUsage() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("a command is missing", "Usage: trainwright");
    }

    private int run(String... args) {
        return Main.run(new PrintWriter(out), new PrintWriter(err), args);
    }
}

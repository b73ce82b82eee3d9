package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** No figure of docs/accuracy.json may get worse. Where one gets better, {@code ./trainwright evidence --write-docs docs} records it. */
class AccuracyTest {
    /** Figures are sums of a thousand roundings: what differs by less is the same. */
    private static final double SAME = 1e-6;

    private static final List<String> ERRORS = List.of(
            "/time/mape",
            "/time/medianApe",
            "/time/p90Ape",
            "/memory/mape",
            "/scaling/medianApe",
            "/collective/medianApe",
            "/regret/mean",
            "/regret/max",
            "/interval/medianHalfWidth",
            "/refused");

    private static final List<String> HIGHER = List.of("/regret/rankCorrelation", "/outOfMemory/said");

    @Test
    void noFigureGetsWorse() throws IOException {
        JsonNode recorded = JsonMapper.shared().readTree(Files.readString(Path.of("../docs/accuracy.json")));
        JsonNode now = Run.of("evidence", "--json").json();
        assertThat(now.at("/files")).hasSameSizeAs(recorded.at("/files"));
        List<String> worse = new ArrayList<>();
        for (int i = 0; i < recorded.at("/files").size(); i++) {
            compare(recorded.at("/files/" + i), now.at("/files/" + i), worse);
        }
        compare(recorded.at("/overall"), now.at("/overall"), worse);
        assertThat(worse).isEmpty();
    }

    private static void compare(JsonNode recorded, JsonNode now, List<String> worse) {
        String file = recorded.at("/file").asString();
        assertThat(now.at("/file").asString()).isEqualTo(file);
        ERRORS.forEach(figure -> compare(file, figure, recorded, now, 1, worse));
        HIGHER.forEach(figure -> compare(file, figure, recorded, now, -1, worse));
        if (file.equals("vtrain.csv")) {
            System.out.printf(
                    "regret of choosing by forecast on vtrain.csv: mean %.1f %%, worst %.1f %% of %d groups%n",
                    100 * now.at("/regret/mean").asDouble(),
                    100 * now.at("/regret/max").asDouble(),
                    now.at("/regret/groups").asInt());
        }
    }

    /** {@code sign} is 1 for a figure that is better when lower, -1 for one that is better when higher. */
    private static void compare(
            String file, String figure, JsonNode recorded, JsonNode now, int sign, List<String> worse) {
        JsonNode before = recorded.at(figure);
        JsonNode after = now.at(figure);
        if (before.isNumber() && !(after.isNumber() && sign * after.asDouble() <= sign * before.asDouble() + SAME)) {
            worse.add(file + figure + ": " + before + " became " + after);
        }
    }
}

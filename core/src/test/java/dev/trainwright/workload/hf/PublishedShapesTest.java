package dev.trainwright.workload.hf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Families that have no preset, by the shape of one published model each: the keys that its config.json gives, and the number of parameters that the page of its
 * weights states (a shared table once, prediction layers left out). From nllb-200-distilled-600m on the number is counted by hand from the tensors of the family's
 * class in transformers, stored sines included.
 */
class PublishedShapesTest {

    static List<JsonNode> rows() throws IOException {
        try (InputStream in = PublishedShapesTest.class.getResourceAsStream("/models/published-shapes.jsonl")) {
            String lines = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            return lines.lines().map(JsonMapper.shared()::readTree).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void countsWhatWasPublished(JsonNode row) {
        assertThat(Configs.total(row.get("config").toString()))
                .as(row.get("name").asString())
                .isEqualTo(row.get("parameters").asLong());
    }
}

package dev.trainwright.workload.hf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Families that have no preset, by the shape of one model each and by the keys that its config.json gives. In {@code published-shapes.jsonl} the number of parameters
 * is what the page of its weights states (a shared table once, prediction layers left out); in {@code reference-shapes.jsonl} it is what the {@code class} of
 * transformers 5.18.0 has when it is built from the same keys without weights (torch's meta device, shared tensors once; with the routers' correction biases, which
 * are buffers there). Rows of the first file from nllb-200-distilled-600m to bigbird-roberta-base agree with the second way too.
 */
class PublishedShapesTest {

    static List<JsonNode> rows() throws IOException {
        List<JsonNode> rows = new ArrayList<>();
        for (String file : List.of("/models/published-shapes.jsonl", "/models/reference-shapes.jsonl")) {
            try (InputStream in = PublishedShapesTest.class.getResourceAsStream(file)) {
                String lines = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
                lines.lines().map(JsonMapper.shared()::readTree).forEach(rows::add);
            }
        }
        return rows;
    }

    @ParameterizedTest
    @MethodSource("rows")
    void countsWhatWasPublished(JsonNode row) {
        assertThat(Configs.total(row.get("config").toString()))
                .as(row.get("name").asString())
                .isEqualTo(row.get("parameters").asLong());
    }
}

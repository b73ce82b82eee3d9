package dev.trainwright.workload.hf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.input.Format;
import dev.trainwright.input.InputException;
import dev.trainwright.input.Trees;
import dev.trainwright.workload.ParameterCount;
import dev.trainwright.workload.Transformer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/** A config with keys dropped, nulled or altered gives a positive count or an {@link InputException}, nothing else. */
class MutationFuzzTest {
    private static final List<String> VALUES = List.of(
            "null",
            "0",
            "-1",
            "1",
            "2",
            "7",
            "1000000000",
            "99999999999999999999",
            "1.5",
            "1e400",
            "true",
            "false",
            "\"\"",
            "\"x\"",
            "[]",
            "[1,\"a\",null]",
            "{}",
            "{\"hidden_size\":3}");

    static Stream<String> configs() throws IOException {
        Stream<String> small = Stream.concat(
                        FamiliesTest.families().map(row -> row.get()[1]),
                        NewerFamiliesTest.families().map(row -> row.get()[0]))
                .map(config -> ((String) config).replace('\'', '"'));
        return Stream.concat(
                small,
                PublishedShapesTest.rows().stream().map(row -> row.get("config").toString()));
    }

    @ParameterizedTest
    @MethodSource("configs")
    void everySingleChange(String config) {
        JsonMapper json = JsonMapper.shared();
        List<String> keys = new ArrayList<>(((ObjectNode) json.readTree(config)).propertyNames());
        for (String key : keys) {
            if (json.readTree(config).get(key) instanceof ObjectNode nested) {
                for (String inner : nested.propertyNames()) {
                    for (String value : VALUES) {
                        ObjectNode changed = (ObjectNode) json.readTree(config);
                        ((ObjectNode) Objects.requireNonNull(changed.get(key))).putRawValue(inner, new RawValue(value));
                        read(changed.toString());
                    }
                }
            }
            ObjectNode without = (ObjectNode) json.readTree(config);
            without.remove(key);
            read(without.toString());
            for (String value : VALUES) {
                ObjectNode changed = (ObjectNode) json.readTree(config);
                changed.putRawValue(key, new RawValue(value));
                read(changed.toString());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("configs")
    void severalChangesAtOnce(String config) {
        SplittableRandom random = new SplittableRandom(config.hashCode());
        JsonMapper json = JsonMapper.shared();
        for (int i = 0; i < 60; i++) {
            ObjectNode changed = (ObjectNode) json.readTree(config);
            List<String> keys = new ArrayList<>(changed.propertyNames());
            for (int j = 0; j < 3; j++) {
                String value = VALUES.get(random.nextInt(VALUES.size()));
                changed.putRawValue(keys.get(random.nextInt(keys.size())), new RawValue(value));
            }
            read(changed.toString());
        }
    }

    private static void read(String config) {
        Transformer model;
        try {
            model = HuggingFaceConfig.read(Trees.parse("config.json", config, Format.JSON));
        } catch (InputException refused) {
            assertThat(refused.problems()).isNotEmpty();
            return;
        }
        ParameterCount count = ParameterCount.of(model);
        assertThat(List.of(count.total(), count.active())).as(config).allMatch(n -> n > 0);
        if (model.ofTokens()) {
            assertThat(List.of(count.embedding(), count.mixers())).as(config).allMatch(n -> n > 0);
        }
        assertThat(count.active()).isLessThanOrEqualTo(count.total());
        assertThat(model.notes()).noneMatch(String::isBlank);
    }
}

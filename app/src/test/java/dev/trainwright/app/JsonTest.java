package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** The fields that commands print are those of docs/json.md, in its units: a change here is a change of the interface. */
class JsonTest {
    private static final String WORDS = "words";
    private static final String FLAG = "yes/no";
    private static final Set<String> NUMBERS = Set.of(
            "s",
            "h",
            "1/s",
            "bytes",
            "FLOP",
            "bytes/s",
            "FLOP/s",
            "kWh",
            "money",
            "factor",
            "share",
            "number",
            "devices",
            "samples",
            "tokens",
            "parameters");

    private static Set<String> commandsWithJson() {
        Set<String> names = new TreeSet<>();
        new CommandLine(new Main()).getSubcommands().forEach((name, command) -> {
            if (command.getCommandSpec().findOption("--json") != null) {
                names.add(name);
            }
        });
        return names;
    }

    /** All but {@code calibrate} and {@code measure}, which {@link CalibrateTest} and {@link MeasureTest} hold against the page. */
    private static Set<String> commandsInSeconds() {
        Set<String> names = commandsWithJson();
        names.removeAll(Set.of("calibrate", "measure"));
        return names;
    }

    @Test
    void everyCommandHasASection() throws IOException {
        Set<String> shown = new TreeSet<>();
        JsonPage.read().sections().forEach((name, section) -> {
            section.commands().forEach(line -> assertThat(line).startsWith(name + " "));
            if (!section.commands().isEmpty()) {
                shown.add(name);
            }
        });
        assertThat(shown).isEqualTo(commandsWithJson());
    }

    @ParameterizedTest
    @MethodSource("commandsInSeconds")
    void printedFieldsAreThoseDocumented(String command) throws IOException {
        List<JsonNode> answers = new ArrayList<>();
        for (String line : JsonPage.read().section(command).commands()) {
            Run run = Run.line(line.replace(" examples/", " ../examples/"));
            assertThat(run.code()).as(line + "\n" + run.err()).isLessThan(2);
            answers.add(run.json());
        }
        holds(command, answers);
    }

    /** Asserts that the fields of the answers, taken together, are those documented for the command. */
    static void holds(String command, List<JsonNode> answers) throws IOException {
        JsonPage page = JsonPage.read();
        Map<String, String> documented = page.fields(command);
        List<String> wrong = new ArrayList<>();
        Set<String> printed = new TreeSet<>();
        for (JsonNode answer : answers) {
            leaves("", answer, (field, value) -> {
                String name = documented.containsKey(field) ? field : generalised(field, documented);
                if (isWhole(name, value, documented)) {
                    return;
                }
                printed.add(name);
                if (documented.containsKey(name) && !fits(documented.get(name), value)) {
                    wrong.add(name + " is no " + documented.get(name) + " but " + value);
                }
            });
        }
        assertThat(missing(printed, documented.keySet()))
                .as("printed, not documented")
                .isEmpty();
        assertThat(missing(documented.keySet(), printed))
                .as("documented, not printed")
                .isEmpty();
        assertThat(wrong).isEmpty();
    }

    private static Set<String> missing(Set<String> from, Set<String> others) {
        Set<String> left = new TreeSet<>(from);
        left.removeAll(others);
        return left;
    }

    /** An object that does not apply, or an empty array of objects: their fields are documented one by one. */
    private static boolean isWhole(String name, JsonNode value, Map<String, String> documented) {
        return (value.isNull() || value.isArray())
                && documented.keySet().stream().anyMatch(field -> field.startsWith(name + "."));
    }

    /** The documented name with {@code *} that stands for {@code field}. */
    private static String generalised(String field, Map<String, String> documented) {
        return documented.keySet().stream()
                .filter(name -> name.endsWith("*") && field.startsWith(name.substring(0, name.length() - 1)))
                .findFirst()
                .orElse(field);
    }

    private static boolean fits(String unit, JsonNode value) {
        if (value.isNull() || value.isArray()) {
            return true;
        }
        return switch (unit) {
            case WORDS -> value.isString();
            case FLAG -> value.isBoolean();
            default -> NUMBERS.contains(unit) && value.isNumber();
        };
    }

    /** Every value that is no object, by its name with dots between objects and brackets behind arrays. */
    private static void leaves(String name, JsonNode node, BiConsumer<String, JsonNode> visitor) {
        if (node.isObject()) {
            String prefix = name.isEmpty() ? "" : name + ".";
            node.properties().forEach(entry -> leaves(prefix + entry.getKey(), entry.getValue(), visitor));
        } else if (node.isArray() && !node.isEmpty()) {
            node.forEach(element -> leaves(name + "[]", element, visitor));
        } else {
            visitor.accept(node.isArray() ? name + "[]" : name, node);
        }
    }
}

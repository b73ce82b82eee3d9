package dev.trainwright.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Price;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShapeTest {

    private enum Fabric {
        INFINIBAND,
        ROCE_V2
    }

    private record Box(long nodes, double memory, Fabric fabric, boolean spot, Optional<Price> price) {}

    private static final Field<Long> NODES =
            Field.required("nodes", Kinds.whole("nodes", 1), "How many nodes there are.", "8");
    private static final Field<Double> MEMORY =
            Field.required("memory", Kinds.positive(Dimension.BYTES), "Memory of one device.", "80 GB");
    private static final Field<Fabric> FABRIC = Field.defaulted(
            "fabric", Kinds.choice(Fabric.class), "roce-v2", "the cheaper one", "The network.", "infiniband");
    private static final Field<Boolean> SPOT =
            Field.defaulted("spot", Kinds.flag(), "false", "the safe one", "Whether it may be taken away.", "true");
    private static final Field<Price> PRICE = Field.optional(
                    "price", Kinds.price(), "no cost is printed", "The price.", "$2/h")
            .orNull();
    private static final Field<Price> COST =
            Field.optional("cost", Kinds.price(), "no cost is printed", "The whole cost.", "$9/h");
    private static final Shape<Box> BOX = new Shape<>(
            "box",
            "A box of nodes.",
            List.of(NODES, MEMORY, FABRIC, SPOT, PRICE, COST),
            List.of(
                    Rule.atMostOne(PRICE, COST),
                    Rule.needs(COST, SPOT),
                    new Rule.Check(
                            NODES,
                            "nodes is even",
                            v -> v.get(NODES) % 2 == 0
                                    ? Optional.empty()
                                    : Optional.of("expected an even number, found " + v.get(NODES)))),
            v -> new Box(v.get(NODES), v.get(MEMORY), v.get(FABRIC), v.get(SPOT), v.find(PRICE)));

    private static Reading.Result<Box> read(String yaml) {
        return Reading.tree(Trees.parse("job.yaml", yaml, Format.YAML), BOX);
    }

    @Test
    void readsValuesAndListsWhatItAssumed() {
        Reading.Result<Box> result = read("nodes: 8\nmemory: 80 GB\nprice: null\n");
        assertThat(result.value()).isEqualTo(new Box(8, 80e9, Fabric.ROCE_V2, false, Optional.empty()));
        assertThat(result.assumptions())
                .containsExactly(
                        new Assumption("fabric", "roce-v2", "the cheaper one"),
                        new Assumption("spot", "false", "the safe one"));
    }

    @Test
    void reportsEveryProblemAtOnce() {
        assertThatThrownBy(
                        () -> read("nodse: 8\nmemory: 80 Gb\nfabric: infinband\nspot: yes\nprice: -2 USD/h\ncost:\n"))
                .isInstanceOf(InputException.class)
                .message()
                .satisfies(message -> assertThat(message.lines())
                        .satisfiesExactly(
                                line -> assertThat(line)
                                        .isEqualTo("job.yaml:1: nodse: unknown key; did you mean nodes?"),
                                line -> assertThat(line)
                                        .isEqualTo("job.yaml:1: nodes: missing; expected a whole number of nodes >= 1"),
                                line -> assertThat(line)
                                        .startsWith(
                                                "job.yaml:2: memory: \"80 Gb\": the unit Gb is ambiguous: Gb is bits;"),
                                line -> assertThat(line)
                                        .isEqualTo(
                                                "job.yaml:3: fabric: \"infinband\": expected one of infiniband, roce-v2;"
                                                        + " did you mean infiniband?"),
                                line -> assertThat(line).isEqualTo("job.yaml:4: spot: \"yes\": expected true or false"),
                                line -> assertThat(line)
                                        .startsWith("job.yaml:5: price: \"-2 USD/h\": expected a price for one hour"),
                                line -> assertThat(line)
                                        .startsWith("job.yaml:6: cost: no value: expected a price for one hour"),
                                line -> assertThat(line)
                                        .isEqualTo("job.yaml:6: cost: expected at most one of price or cost,"
                                                + " found price and cost")));
    }

    @Test
    void checksRulesAndTypes() {
        assertThatThrownBy(() -> read("nodes: 3\nmemory: 1 GB"))
                .hasMessage("job.yaml:1: nodes: expected an even number," + " found 3");
        assertThatThrownBy(() -> read("nodes: [3]\nmemory: {a: 1}"))
                .message()
                .contains("nodes: a list: expected a whole")
                .contains("memory: a mapping: expected a number with one of the units");
        assertThatThrownBy(() -> read("nodes: two\nmemory: 1 GB"))
                .hasMessage("job.yaml:1: nodes: \"two\": expected a whole number of nodes >= 1");
        assertThatThrownBy(() -> read("nodes: 1.5\nmemory: 1 GB"))
                .hasMessage("job.yaml:1: nodes: 1.5: expected a whole number of nodes >= 1");
        assertThatThrownBy(() -> read("nodes: 2\nmemory: 1 GB\ncost: $3/h"))
                .hasMessage("job.yaml:3: cost: cost needs spot; spot is missing");
        assertThatThrownBy(() -> read("just text")).hasMessageContaining("expected a mapping");
    }

    @Test
    void readsAPartFromAnotherFileAndPointsIntoIt(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("box.yaml"), "nodes: 2\nmemory: 1 GB\nspot: maybe\n");
        Field<Box> part = Field.required("box", Kinds.inlineOrFile(BOX, "a box"), "The box.", "box.yaml");
        Shape<Box> whole = new Shape<>("whole", "Whole.", List.of(part), List.of(), v -> v.get(part));
        Path job = folder.resolve("job.yaml");
        Files.writeString(job, "box: box.yaml\n");
        assertThatThrownBy(() -> Reading.file(job, whole))
                .hasMessage(folder.resolve("box.yaml") + ":3: spot: \"maybe\": expected true or false");
        Files.writeString(job, "box: bxo.yaml\n");
        assertThatThrownBy(() -> Reading.file(job, whole))
                .hasMessage(job + ":1: box: \"bxo.yaml\": no such file; expected the path of a file that holds a box");
    }

    @Test
    void suggestsTheNearestName() {
        assertThat(Nearest.to("sequence_lenght", List.of("sequenceLength", "batch")))
                .contains("sequenceLength");
        assertThat(Nearest.to("xyz", List.of("sequenceLength", "batch"))).isEmpty();
        assertThat(Nearest.distance("kitten", "sitting")).isEqualTo(3);
        assertThat(Nearest.distance("ca", "ac")).isEqualTo(1);
    }
}

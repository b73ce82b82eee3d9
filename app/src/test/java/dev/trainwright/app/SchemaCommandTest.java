package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema and the reference that are committed are those of the code; an independent validator agrees with the reader. */
class SchemaCommandTest {
    private static final Path ROOT = Path.of("..");

    private static String run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertThat(Main.run(new PrintWriter(out), new PrintWriter(err), arguments))
                .isZero();
        assertThat(err.toString()).isEmpty();
        return out.toString();
    }

    private static Schema schema() {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(run("schema"), InputFormat.JSON);
    }

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve("examples"))) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void theCommittedSchemaIsTheCodes() throws IOException {
        assertThat(ROOT.resolve("docs/job.schema.json"))
                .as("update it: ./trainwright schema > docs/job.schema.json")
                .hasContent(run("schema"));
    }

    @Test
    void theCommittedReferenceIsTheCodes() throws IOException {
        assertThat(ROOT.resolve("docs/job-file.md"))
                .as("update it: ./trainwright schema --reference > docs/job-file.md")
                .hasContent(run("schema", "--reference"));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleIsValid(Path example) throws IOException {
        assertThat(schema().validate(Files.readString(example), InputFormat.YAML))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{workload: w.yaml, cluster: c.yaml, clutser: 1}",
                "{workload: {model: m, globalBatch: 1, sequence: 8}, cluster: {node: dgx-h100, nodes: two}}",
                "{workload: {model: m, globalBatch: 1, replicaBatch: 1}, cluster: c.yaml}",
                "{workload: {measured: {compute: 400}}, cluster: c.yaml}",
                "{workload: {measured: {compute: 1 s, rate: 1 samples/s}}, cluster: c.yaml}",
                "{workload: w.yaml, cluster: {node: dgx-h100, price: 2.50}}",
                "{workload: w.yaml, cluster: {node: dgx-h100, deviceMtbf: 1 h}}",
                "{workload: w.yaml, cluster: c.yaml, layout: {zero: 4}}",
                "{workload: w.yaml, cluster: c.yaml, layout: {recompute: some}}",
            })
    void whatTheReaderRefusesIsInvalid(String job) {
        assertThat(schema().validate(job, InputFormat.YAML)).isNotEmpty();
    }
}

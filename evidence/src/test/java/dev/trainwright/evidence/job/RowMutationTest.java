package dev.trainwright.evidence.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.cluster.Catalogue;
import dev.trainwright.evidence.row.Column;
import dev.trainwright.evidence.row.Row;
import dev.trainwright.evidence.row.RowFile;
import dev.trainwright.evidence.row.RowFileException;
import dev.trainwright.evidence.row.RowReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of runs with odd cells and broken lines: a row is read, planned or refused with a reason, a file is read or refused; nothing else comes out. */
class RowMutationTest {
    private static final String ROWS = "/dev/trainwright/evidence/rows/";
    private static final int ROUNDS = 300;
    private static final List<String> ODD = List.of(
            "",
            "0",
            "-1",
            "NaN",
            "Infinity",
            "-Infinity",
            "1e999",
            "1e-999",
            "0x10",
            "9".repeat(400),
            "99999999999999999999",
            "1,5",
            "1/0",
            "250k",
            "13B",
            "7e9 M",
            "\"",
            "\"\"\"",
            "a\nb",
            "\u0000",
            "\uFFFE",
            "ZeRO-3",
            "yes",
            "fp8",
            "A100",
            "H100 of 3 kinds",
            ",".repeat(60));

    @ParameterizedTest
    @ValueSource(
            strings = {"torchtitan.csv", "vtrain.csv", "misc_small_sources.csv", "megatron_bridge.csv", "nvidia_dle.csv"
            })
    void oddCellsAreReadOrRefused(String name) throws IOException {
        SplittableRandom random = new SplittableRandom(name.hashCode());
        List<String> lines = lines(name);
        RowToJob toJob = new RowToJob(Catalogue.builtIn(), Assumptions.own());
        for (int round = 0; round < ROUNDS; round++) {
            String line = lines.get(1 + random.nextInt(Math.min(40, lines.size() - 1)));
            List<String> cells = new ArrayList<>(List.of(line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1)));
            for (int change = random.nextInt(4); change >= 0; change--) {
                cells.set(random.nextInt(cells.size()), ODD.get(random.nextInt(ODD.size())));
            }
            String header = random.nextInt(20) == 0 ? lines.get(0).substring(random.nextInt(40)) : lines.get(0);
            check(header + "\n" + String.join(",", cells) + "\n", toJob);
        }
    }

    private static void check(String text, RowToJob toJob) throws IOException {
        RowFile file;
        try {
            file = RowReader.read("rows.csv", new StringReader(text));
        } catch (RowFileException refused) {
            assertThat(refused).message().startsWith("rows.csv:");
            return;
        }
        for (Row row : file.rows()) {
            assertThat(row.inputs().cells()).doesNotContainKey(Column.MFU);
            try {
                assertThat(toJob.plan(row.inputs(), null)).isNotNull();
            } catch (Refusal refused) {
                assertThat(refused).message().isNotBlank();
            }
        }
    }

    private static List<String> lines(String name) throws IOException {
        try (var reader = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(RowToJob.class.getResourceAsStream(ROWS + name)), StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        }
    }
}

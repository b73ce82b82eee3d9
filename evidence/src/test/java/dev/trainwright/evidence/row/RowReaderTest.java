package dev.trainwright.evidence.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RowReaderTest {
    private static final String HEADER =
            Column.OF_FILE.stream().map(Column::header).collect(Collectors.joining(","));

    private static String line(Map<Column, String> cells) {
        return Column.OF_FILE.stream()
                .map(column -> '"' + cells.getOrDefault(column, "") + '"')
                .collect(Collectors.joining(","));
    }

    private static RowFile read(String... lines) throws IOException {
        return RowReader.read("rows.csv", new StringReader(String.join("\n", lines)));
    }

    @Test
    void whatWasRunIsKeptFromWhatCameOut() throws IOException {
        RowFile file = read(
                HEADER,
                line(Map.of(
                        Column.ID, "a-1",
                        Column.LAYERS, "24",
                        Column.ITERATION_TIME_S, "0.5",
                        Column.MFU, "41.5",
                        Column.NOTES, "OOM")));

        Row row = file.rows().get(0);
        assertThat(row.inputs().cells()).containsOnlyKeys(Column.ID, Column.LAYERS);
        assertThat(row.measured()).isEqualTo(new Measured(0.5, null, null, 0.415, null, null, true));
        assertThatThrownBy(() -> new Inputs(Map.of(Column.MFU, "41.5"))).hasMessageContaining("mfu");
    }

    @Test
    void aDerivedTimeServesWhereNoneIsPrinted() throws IOException {
        RowFile file = read(HEADER, line(Map.of(Column.ID, "a-1", Column.ITERATION_TIME_S_DERIVED, "1.25")));

        assertThat(file.rows().get(0).measured().iterationSeconds()).isEqualTo(1.25);
    }

    @Test
    void columnsInAnyOrder() throws IOException {
        List<String> reversed = new java.util.ArrayList<>(
                Column.OF_FILE.stream().map(Column::header).toList());
        java.util.Collections.reverse(reversed);
        RowFile file = read(String.join(",", reversed), ",".repeat(reversed.size() - 1) + "a-1");

        assertThat(file.rows().get(0).id()).isEqualTo("a-1");
    }

    @Test
    void missingAndUnknownColumnsAreNamedTogether() {
        String header = HEADER.replace("layers,", "layrs,");

        assertThatThrownBy(() -> read(header))
                .isInstanceOf(RowFileException.class)
                .hasMessageContaining("rows.csv")
                .hasMessageContaining("missing columns: layers")
                .hasMessageContaining("unknown columns: layrs");
    }

    @Test
    void aMeasuredCellThatIsNoNumberRefusesItsRowAlone() throws IOException {
        RowFile file = read(
                HEADER,
                line(Map.of(Column.ID, "a-1", Column.ITERATION_TIME_S, "soon")),
                line(Map.of(Column.ID, "a-2", Column.ITERATION_TIME_S, "2")));

        assertThat(file.rows().get(0).inputs().text(Column.UNUSABLE)).contains("iteration_time_s", "soon");
        assertThat(file.rows().get(1).measured().iterationSeconds()).isEqualTo(2.0);
    }

    @Test
    void anEmptyFileAndTooManyCellsAreRefused() {
        assertThatThrownBy(() -> read("")).hasMessageContaining("header");
        assertThatThrownBy(() -> read(HEADER, line(Map.of()) + ",x")).hasMessageContaining("row 2");
    }
}

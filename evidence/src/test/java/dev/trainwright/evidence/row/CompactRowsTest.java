package dev.trainwright.evidence.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class CompactRowsTest {

    @Test
    void carriedRowsReadAsTheOriginals() throws IOException {
        Path folder = Path.of("..", "..", "shared", "evidence");
        Assumptions.assumeTrue(Files.exists(folder));
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> rows = files.filter(
                            f -> f.toString().endsWith(".csv") && !f.toString().contains("nccl"))
                    .toList();
            for (Path file : rows) {
                StringWriter carried = new StringWriter();
                CompactRows.copy(file.toString(), Files.newBufferedReader(file), carried);

                RowFile original = RowReader.read(file);
                RowFile read = RowReader.read(original.name(), new StringReader(carried.toString()));
                assertThat(read.rows()).hasSameSizeAs(original.rows());
                for (int i = 0; i < original.rows().size(); i++) {
                    assertThat(read.rows().get(i)).isEqualTo(original.rows().get(i));
                }
            }
        }
    }
}

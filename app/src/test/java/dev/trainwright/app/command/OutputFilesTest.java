package dev.trainwright.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFilesTest {
    @Test
    void replacesWhatWasThereAndLeavesNothingBeside(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("deep/in/node.yaml");
        OutputFiles.write(Map.of(file, "first, and longer"));
        OutputFiles.write(file, () -> "second");
        assertThat(file).hasContent("second");
        try (Stream<Path> files = Files.list(file.getParent())) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void whatCannotBeWrittenIsSaidWithItsName(@TempDir Path folder) throws IOException {
        Path blocked = Files.writeString(folder.resolve("file"), "no folder").resolve("plan.svg");
        assertThatThrownBy(() -> OutputFiles.write(Map.of(blocked, "text")))
                .isInstanceOf(Failure.class)
                .hasMessageContaining(blocked + " cannot be written");
        assertThat(folder.resolve("file")).hasContent("no folder");
    }
}

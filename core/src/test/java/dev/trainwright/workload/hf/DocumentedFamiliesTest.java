package dev.trainwright.workload.hf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code docs/models.md} names every family that is read. */
class DocumentedFamiliesTest {

    @Test
    void everyFamilyIsNamed() throws IOException {
        String page = Files.readString(Path.of("../docs/models.md"));
        String families = page.substring(page.indexOf("## Families"), page.indexOf("## FLOPs"));
        List<String> named =
                Pattern.compile("[^A-Za-z0-9_.-]+").splitAsStream(families).toList();
        assertThat(named).containsAll(HuggingFaceConfig.accepted());
    }
}

package dev.trainwright.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whatever bytes come in, a tree or an {@link InputException} comes out. */
class TreesMutationTest {

    private static final String SEEDS = "TreesFuzzInputs/onlyInputExceptionsComeOut";

    static void check(byte[] bytes) {
        for (Format format : Format.values()) {
            try {
                assertThat(Plain.of(Trees.parse("f", bytes, format))).isNotNull();
            } catch (InputException refused) {
                assertThat(refused).message().startsWith("f:").hasLineCount(1);
            }
        }
    }

    @Test
    void seedsAndTheirMutantsAreReadOrRefused() throws Exception {
        SplittableRandom random = new SplittableRandom(2024);
        List<byte[]> seeds = seeds();
        assertThat(seeds).hasSizeGreaterThan(2);
        seeds.forEach(TreesMutationTest::check);
        for (int round = 0; round < 20_000; round++) {
            check(Mutants.of(seeds, random));
        }
    }

    private static List<byte[]> seeds() throws IOException, URISyntaxException {
        Path folder = Path.of(Objects.requireNonNull(TreesMutationTest.class.getResource(SEEDS))
                .toURI());
        List<byte[]> seeds = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                seeds.add(Files.readAllBytes(file));
            }
        }
        return seeds;
    }
}

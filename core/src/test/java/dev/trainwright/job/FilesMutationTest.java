package dev.trainwright.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.input.Mutants;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Mutants of well-formed files of every kind are read or refused. */
class FilesMutationTest {
    private static final int ROUNDS = 400;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void seedsAndTheirMutants(Readers reader) throws Exception {
        List<byte[]> seeds = seeds(reader);
        seeds.forEach(seed -> reader.check(seed, folder));
        SplittableRandom random = new SplittableRandom(41);
        for (int round = 0; round < ROUNDS; round++) {
            reader.check(Mutants.of(seeds, random), folder);
        }
    }

    private static List<byte[]> seeds(Readers reader) throws IOException, URISyntaxException {
        Path inputs = Path.of(Objects.requireNonNull(FilesMutationTest.class.getResource(
                        "FilesFuzzInputs/" + reader.name().toLowerCase(Locale.ROOT)))
                .toURI());
        List<byte[]> seeds = new ArrayList<>();
        try (Stream<Path> files = Files.list(inputs)) {
            for (Path file : files.sorted().toList()) {
                seeds.add(Files.readAllBytes(file));
            }
        }
        assertThat(seeds).isNotEmpty();
        return seeds;
    }
}

package dev.trainwright.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whatever bytes come in, a tree or an {@link InputException} comes out. */
class TreesMutationTest {

    private static final String SEEDS = "TreesFuzzInputs/onlyInputExceptionsComeOut";
    private static final byte[] TELLING =
            "{}[]:,-?&*!|>'\"#%@`~\\\n\t \u0000\u00e90123456789.eE+_<nulltrue".getBytes(StandardCharsets.UTF_8);

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
            byte[] mutant = seeds.get(random.nextInt(seeds.size()));
            for (int change = random.nextInt(6); change >= 0; change--) {
                mutant = mutate(mutant, seeds.get(random.nextInt(seeds.size())), random);
            }
            check(mutant);
        }
    }

    private static byte[] mutate(byte[] bytes, byte[] other, SplittableRandom random) {
        if (bytes.length == 0) {
            return other;
        }
        int at = random.nextInt(bytes.length);
        int until = Math.min(bytes.length, at + 1 + random.nextInt(8));
        return switch (random.nextInt(6)) {
            case 0 -> splice(bytes, at, new byte[] {TELLING[random.nextInt(TELLING.length)]}, at);
            case 1 -> splice(bytes, at, new byte[] {TELLING[random.nextInt(TELLING.length)]}, at + 1);
            case 2 -> splice(bytes, at, new byte[0], until);
            case 3 -> splice(bytes, at, Arrays.copyOfRange(bytes, at, until), at);
            case 4 -> splice(bytes, at, new byte[] {(byte) random.nextInt(256)}, at + 1);
            default -> splice(bytes, at, Arrays.copyOfRange(other, 0, random.nextInt(other.length + 1)), until);
        };
    }

    private static byte[] splice(byte[] bytes, int from, byte[] middle, int to) {
        byte[] spliced = new byte[from + middle.length + bytes.length - to];
        System.arraycopy(bytes, 0, spliced, 0, from);
        System.arraycopy(middle, 0, spliced, from, middle.length);
        System.arraycopy(bytes, to, spliced, from + middle.length, bytes.length - to);
        return spliced;
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

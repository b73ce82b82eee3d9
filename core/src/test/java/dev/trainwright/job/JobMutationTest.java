package dev.trainwright.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.cluster.Catalogue;
import dev.trainwright.input.Format;
import dev.trainwright.input.InputException;
import dev.trainwright.input.Problem;
import dev.trainwright.input.Trees;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Whatever a job file says, it is a job or it is refused in lines that name the file. */
class JobMutationTest {

    private static final List<String> ODD = List.of(
            "0",
            "-1",
            "1",
            "2",
            "3",
            "7",
            "1e6",
            "1e12",
            "9223372036854775807",
            "1.5",
            "1e-300",
            ".inf",
            "null",
            "~",
            "true",
            "[]",
            "{}",
            "''",
            "[1, 2]",
            "{a: 1}",
            "16 GB",
            "10 Gb/s",
            "5 %",
            "1 ms",
            "none",
            "full",
            "fp8",
            "fp64",
            "nf4",
            "gpt-2",
            "mixtral-8x7b",
            "resnet-50",
            "deepseek-v3",
            "../examples",
            "tpu-v4-8",
            "gb200-nvl72",
            "rtx-4090",
            "interleaved",
            "zb-h2");

    @Test
    void examplesWithOddValuesAreReadOrRefused() throws Exception {
        SplittableRandom random = new SplittableRandom(11);
        List<String> seeds = new ArrayList<>();
        for (Path example : ExamplesTest.examples()) {
            seeds.add(Files.readString(example));
        }
        int read = 0;
        for (int round = 0; round < 3000; round++) {
            List<String> lines = new ArrayList<>(
                    seeds.get(random.nextInt(seeds.size())).lines().toList());
            for (int change = random.nextInt(3); change >= 0; change--) {
                mutate(lines, random, seeds);
            }
            read += outcome(String.join("\n", lines));
        }
        assertThat(read).isBetween(100, 2900);
    }

    private static int outcome(String text) {
        try {
            Job job = Jobs.read(Trees.parse("job.yaml", text, Format.YAML), Catalogue.builtIn());
            assertThat(job.cluster().devices()).isPositive();
            return 1;
        } catch (InputException refused) {
            assertThat(refused.problems()).isNotEmpty();
            assertThat(refused.problems().stream().map(Problem::toString))
                    .allSatisfy(line -> assertThat(line).matches("[^:]+(:[0-9]+)?: .+"));
            return 0;
        }
    }

    private static void mutate(List<String> lines, SplittableRandom random, List<String> seeds) {
        int at = random.nextInt(lines.size());
        String line = lines.get(at);
        int colon = line.indexOf(": ");
        switch (random.nextInt(4)) {
            case 0 -> lines.remove(at);
            case 1 -> {
                List<String> other =
                        seeds.get(random.nextInt(seeds.size())).lines().toList();
                lines.add(at, other.get(random.nextInt(other.size())));
            }
            default -> {
                if (colon > 0) {
                    lines.set(at, line.substring(0, colon + 2) + ODD.get(random.nextInt(ODD.size())));
                }
            }
        }
        if (lines.isEmpty()) {
            lines.add("a: 1");
        }
    }
}

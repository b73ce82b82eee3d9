package dev.trainwright.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Native memory lives as long as it is used: while garbage is collected all the time, and the C library overwrites what is freed (glibc's {@code MALLOC_PERTURB_}), every way
 * of splitting still ends, and with the same loss.
 */
class LifetimeTest {
    private static final List<String> RUNS = List.of(
            "dp=2 every=1",
            "dp=2 overlap=0",
            "dp=2 zero=3 micro=3 recompute=1 every=1",
            "tp=2 sequence=1 micro=3 recompute=2",
            "pp=2 v=2 micro=1 schedule=interleaved");

    @Test
    void nothingIsUsedThatWasFreed(@TempDir Path directory) throws IOException {
        List<String> arguments = new ArrayList<>();
        for (int i = 0; i < RUNS.size(); i++) {
            Path out = Files.createDirectories(directory.resolve(Integer.toString(i)));
            if (i > 0) {
                arguments.add("--");
            }
            arguments.addAll(List.of(("collect=1 steps=2 model=gpt2 " + RUNS.get(i)).split(" ", -1)));
            arguments.add("out=" + out);
        }
        TinyRuns.complete(2, arguments, Map.of("MALLOC_PERTURB_", "165"));
        double loss = last(directory.resolve("0"));
        for (int i = 1; i < RUNS.size(); i++) {
            assertThat(last(directory.resolve(Integer.toString(i))))
                    .as(RUNS.get(i))
                    .isCloseTo(loss, within(1e-12));
        }
    }

    private static double last(Path out) throws IOException {
        return TinyRuns.left(out).losses().get(1);
    }
}

package dev.trainwright.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.trainwright.train.launch.LocalLauncher;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The example of the README on real images. */
class FashionMnistTest {
    /** A perceptron of this size is published at 87 % after many epochs (the data set's own benchmark); 80 % is reached within one. */
    @Test
    void twoProcessesLearnClothes() {
        assumeTrue(Files.isDirectory(FashionMnist.DATA), "Debian's dataset-fashion-mnist is not installed");
        List<String> lines = java.util.Collections.synchronizedList(new ArrayList<>());
        LocalLauncher.Outcome outcome = LocalLauncher.run(new LocalLauncher.Spec(
                LocalLauncher.java(FashionMnist.class, List.of()), 2, 1, Map.of(), lines::add, child -> {}));
        assertThat(outcome.ok()).as(outcome.cause()).isTrue();
        String last = lines.stream()
                .filter(line -> line.startsWith("[0] correct: "))
                .findFirst()
                .orElseThrow();
        assertThat(Double.parseDouble(last.replaceAll("[^0-9.]+", " ").strip().split(" ", -1)[1]))
                .isGreaterThan(80);
    }
}

package dev.trainwright.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trainwright.train.launch.LocalLauncher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Local steps and the parameter server, on real processes. */
class SynchronyTest {
    /** Averaging every H steps of gradient descent with rate a: the distance to the mean of the targets shrinks by (1 - a)^H a round, whatever the targets are. */
    @Test
    void localStepsAverage() {
        List<String> lines = run(2, "local", "5", "4", "1", "0");
        double expected = 0.5 + Math.pow(0.9, 20) * (10 - 0.5);
        assertThat(numbers(lines, "w "))
                .hasSize(2)
                .allSatisfy(w -> assertThat(w).isCloseTo(expected, within(1e-12)));
    }

    /** The outer step of DiLoCo, written out: m = b m + d, w -= r (d + b m), with d what the replicas moved in the mean. */
    @Test
    void outerStepHasNesterovMomentum() {
        List<String> lines = run(2, "local", "3", "5", "0.7", "0.9");
        double w = 10;
        double momentum = 0;
        for (int round = 0; round < 5; round++) {
            double moved = w - (0.5 + Math.pow(0.9, 3) * (w - 0.5));
            momentum = 0.9 * momentum + moved;
            w -= 0.7 * (moved + 0.9 * momentum);
        }
        double expected = w;
        assertThat(numbers(lines, "w "))
                .hasSize(2)
                .allSatisfy(x -> assertThat(x).isCloseTo(expected, within(1e-12)));
    }

    /**
     * Without a bound the staleness of all updates together is n - 1 each in the mean, however slow a worker is (each update makes every other worker's next one staler
     * by one); ends of the run count for less. The slow worker's are the stalest.
     */
    @Test
    void stalenessIsMeasured() {
        int workers = 3;
        int steps = 60;
        List<String> lines = run(workers + 1, "server", Integer.toString(steps), "-1", "0");
        int[] staleness = staleness(lines);
        assertThat(staleness).hasSize(workers * steps);
        assertThat(IntStream.of(staleness).average().orElseThrow()).isBetween(0.5, workers - 1.0);
        assertThat(numbers(lines, "w ").get(0)).isBetween(0.0, 2.0);

        int[] slowed = staleness(run(workers + 1, "server", "12", "-1", "60000000"));
        assertThat(IntStream.of(slowed).max().orElseThrow()).isGreaterThan(2 * (workers - 1));
    }

    /** With bound 0 nobody is a step ahead: an update is made stale by each other worker once at most, however slow one of them is. */
    @Test
    void boundHoldsTheFastBack() {
        int[] staleness = staleness(run(4, "server", "12", "0", "20000000"));
        assertThat(staleness).hasSize(36);
        assertThat(IntStream.of(staleness).max().orElseThrow()).isEqualTo(2);
    }

    private static List<String> run(int processes, String... arguments) {
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        LocalLauncher.Outcome outcome = LocalLauncher.run(new LocalLauncher.Spec(
                LocalLauncher.java(SynchronyRun.class, List.of(arguments)),
                processes,
                1,
                Map.of(),
                lines::add,
                child -> {}));
        assertThat(outcome.ok()).as(outcome.cause()).isTrue();
        return lines;
    }

    private static List<Double> numbers(List<String> lines, String key) {
        return lines.stream()
                .map(line -> line.replaceFirst("^\\[\\d] ", ""))
                .filter(line -> line.startsWith(key))
                .map(line -> Double.valueOf(line.substring(key.length())))
                .toList();
    }

    private static int[] staleness(List<String> lines) {
        String list = lines.stream()
                .filter(line -> line.contains("staleness ["))
                .findFirst()
                .orElseThrow();
        return Arrays.stream(list.substring(list.indexOf(' ', 4) + 2, list.length() - 1)
                        .split(", ", -1))
                .mapToInt(Integer::parseInt)
                .toArray();
    }
}

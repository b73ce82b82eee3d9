package dev.trainwright.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every way of splitting trains the same model as one process on the same global batches, the short last batch of the epoch included. */
class LayoutEqualityTest {
    private static final String EXACT = " type=fp64 clip=0.5";
    private static final String ONE_STEP = " type=fp32 rate=1 steps=1";
    private static final String ADAM = " model=llama type=fp32 rule=adamw steps=20";

    @TempDir
    private static Path directory;

    /** The plain runs, all in one process; with recomputation and accumulation, and bf16, as further ones. */
    @BeforeAll
    static void plain() throws IOException {
        run(
                1,
                List.of(
                        "model=llama" + EXACT,
                        "model=gpt2" + EXACT,
                        "model=untied" + EXACT,
                        "model=mixture" + EXACT,
                        "model=bert" + EXACT,
                        "model=adapted" + EXACT,
                        "model=perceptron" + EXACT,
                        "model=residual" + EXACT,
                        "model=llama recompute=1 micro=3" + EXACT,
                        "model=llama recompute=2 micro=3" + EXACT,
                        "model=llama padded=1" + EXACT,
                        "model=llama" + ONE_STEP,
                        "autocast=0" + ADAM,
                        "autocast=1" + ADAM));
    }

    /** In fp64, SGD with momentum and clipping: all weights after four steps, and every loss, to 1e-12. */
    @Test
    void oneProcessInPieces() throws IOException {
        List<String> runs = List.of("model=llama recompute=1 micro=3", "model=llama recompute=2 micro=3");
        equal(1, runs);
        for (String run : runs) {
            assertThat(directory(run + EXACT).resolve("losses-0")).content().contains("RECOMPUTE=");
        }
    }

    @Test
    void twoProcesses() throws IOException {
        equal(
                2,
                List.of(
                        "model=llama dp=2",
                        "model=gpt2 dp=2 micro=3",
                        "model=perceptron dp=2 zero=2 micro=3",
                        "model=residual dp=2 micro=3",
                        "model=llama tp=2",
                        "model=llama tp=2 sequence=1 micro=3",
                        "model=gpt2 tp=2 sequence=1 recompute=1",
                        "model=bert tp=2 sequence=1 micro=3",
                        "model=gpt2 tp=2 sequence=1 micro=3 recompute=2",
                        "model=adapted dp=2 zero=2 micro=2 recompute=2",
                        "model=llama dp=2 zero=3 micro=2 recompute=2",
                        "model=mixture tp=2 sequence=1 micro=3",
                        "model=mixture tp=2 micro=3",
                        "model=mixture dp=2 micro=1",
                        "model=mixture dp=2 ep=2 micro=3",
                        "model=mixture dp=2 ep=2 micro=2 recompute=1",
                        "model=mixture dp=2 ep=2 zero=3 micro=2",
                        "model=mixture tp=2 sequence=1 ep=2 micro=3 recompute=1",
                        "model=bert dp=2 micro=3",
                        "model=bert tp=2 micro=3 recompute=1",
                        "model=bert dp=2 zero=3 micro=2",
                        "model=adapted dp=2 micro=3",
                        "model=adapted dp=2 zero=2 micro=3",
                        "model=adapted pp=2 micro=2 recompute=1",
                        "model=mixture dp=2 zero=3 micro=3 recompute=1",
                        "model=gpt2 tp=2 micro=3",
                        "model=gpt2 dp=2 zero=1 micro=3",
                        "model=llama dp=2 zero=2 micro=3",
                        "model=gpt2 dp=2 zero=3 micro=3 recompute=1",
                        "model=llama pp=2 micro=3",
                        "model=gpt2 pp=2 micro=3",
                        "model=gpt2 pp=2 v=2 micro=1 schedule=interleaved",
                        "model=bert pp=2 micro=2 recompute=1",
                        "model=untied pp=2 micro=2 schedule=gpipe",
                        "model=untied pp=2 v=2 micro=1 schedule=interleaved",
                        "model=llama pp=2 stages=1,3 micro=3",
                        "model=gpt2 dp=2 micro=2 sync=1",
                        "model=gpt2 dp=2 micro=3 sync=1 overlap=0",
                        "model=llama dp=2 zero=2 micro=3 overlap=0",
                        "model=llama dp=2 zero=2 micro=2 sync=0",
                        "model=llama dp=2 zero=3 micro=2 reshard=0"));
    }

    @Test
    void threeProcesses() throws IOException {
        equal(3, List.of("model=llama dp=3 micro=1", "model=gpt2 dp=3 zero=3 micro=2"));
    }

    @Test
    void fourProcesses() throws IOException {
        equal(
                4,
                List.of(
                        "model=llama dp=2 pp=2 micro=1 recompute=1",
                        "model=gpt2 tp=2 dp=2 zero=3 micro=2",
                        "model=untied tp=2 pp=2 micro=2",
                        "model=untied tp=2 sequence=1 pp=2 micro=2 recompute=1",
                        "model=llama tp=2 sequence=1 dp=2 zero=3 micro=2",
                        "model=untied tp=2 pp=2 v=2 micro=2 schedule=interleaved",
                        "model=llama dp=2 pp=2 v=2 micro=1 schedule=interleaved",
                        "model=llama dp=4 zero=3 shard=2 micro=1",
                        "model=mixture dp=4 ep=2 micro=1",
                        "model=mixture dp=4 ep=4 micro=2",
                        "model=mixture dp=4 ep=2 zero=1 micro=1",
                        "model=mixture dp=4 ep=2 zero=3 micro=2 recompute=1",
                        "model=mixture tp=2 sequence=1 dp=2 ep=2 micro=2",
                        "model=mixture tp=2 sequence=1 dp=2 ep=4 zero=2 micro=2",
                        "model=mixture tp=2 sequence=1 ep=2 pp=2 micro=2",
                        "model=mixture dp=2 ep=2 pp=2 micro=2",
                        "model=gpt2 dp=4 zero=3 shard=2 micro=1 sync=0 recompute=1",
                        "model=llama dp=2 pp=2 zero=1 micro=2",
                        "model=gpt2 dp=2 pp=2 micro=2",
                        "model=gpt2 dp=2 pp=2 zero=1 micro=2",
                        "model=gpt2 dp=2 pp=2 zero=3 micro=2",
                        "model=gpt2 tp=2 sequence=1 pp=2 micro=2",
                        "model=untied dp=2 pp=2 zero=2 micro=1 schedule=gpipe",
                        "model=llama dp=2 pp=2 zero=3 micro=2 reshard=0 recompute=1"));
    }

    /** Padding that differs from sample to sample: divided once by what counted in the whole global batch. */
    @Test
    void paddedMicroBatchesCountAsTheyAre() throws IOException {
        List<String> runs =
                List.of("dp=2 micro=3", "dp=2 zero=2 micro=2", "pp=2 micro=2", "tp=2 micro=3", "tp=2 sequence=1");
        List<String> padded =
                runs.stream().map(run -> "model=llama padded=1 " + run + EXACT).toList();
        run(2, padded);
        TinyRuns.Left plain = left("model=llama padded=1" + EXACT);
        for (String run : padded) {
            assertThat(TinyRuns.difference(plain, left(run))).as(run).isLessThan(1e-12);
        }
        assertThat(plain.losses().get(0))
                .isNotEqualTo(left("model=llama" + EXACT).losses().get(0));
    }

    /** In fp32, one step of SGD at rate 1: weights differ by what gradients do. */
    @Test
    void firstGradientsOfSinglePrecisionAgree() throws IOException {
        List<String> runs = List.of(
                "dp=2", "tp=2", "tp=2 sequence=1", "pp=2 micro=2", "dp=2 zero=1 micro=2", "dp=2 zero=3 micro=2");
        List<String> all =
                runs.stream().map(run -> "model=llama " + run + ONE_STEP).toList();
        run(2, all);
        TinyRuns.Left plain = left("model=llama" + ONE_STEP);
        for (String run : all) {
            assertThat(TinyRuns.difference(plain, left(run))).as(run).isLessThan(1e-6);
        }
    }

    @Test
    void replicasHoldTheSameBits() throws IOException {
        for (String run : List.of("dp=2", "dp=2 zero=1 micro=2", "dp=2 zero=2 micro=3")) {
            String replicated = "bits=1 " + run + ADAM;
            run(2, List.of(replicated));
            assertThat(directory(replicated).resolve("bits-1"))
                    .as(run)
                    .hasSameTextualContentAs(directory(replicated).resolve("bits-0"));
        }
    }

    /** In fp32, AdamW: losses to 1e-4 over 20 steps. */
    @Test
    void adamLossesStayTogetherInSinglePrecision() throws IOException {
        List<Double> plain = left("autocast=0" + ADAM).losses();
        List<String> runs = Stream.of(
                        "dp=2",
                        "tp=2",
                        "tp=2 sequence=1",
                        "pp=2 micro=2",
                        "dp=2 zero=1",
                        "dp=2 zero=2 micro=3",
                        "dp=2 zero=3 micro=2")
                .map(run -> run + ADAM)
                .toList();
        run(2, runs);
        for (String run : runs) {
            List<Double> losses = left(run).losses();
            assertThat(losses).as(run).hasSize(20);
            for (int i = 0; i < 20; i++) {
                assertThat(losses.get(i)).as(run).isCloseTo(plain.get(i), within(1e-4));
            }
        }
        assertThat(plain.get(19)).isLessThan(plain.get(0) - 0.5);
    }

    /** Matrix products in bf16 have 8 significant bits: losses agree to about that, and are not those of fp32. */
    @Test
    void autocastIsBf16() throws IOException {
        List<Double> plain = left("autocast=0" + ADAM).losses();
        List<Double> half = left("autocast=1" + ADAM).losses();
        assertThat(half.get(0)).isNotEqualTo(plain.get(0)).isCloseTo(plain.get(0), within(Math.pow(2, -8) * 4));
        assertThat(half.get(19)).isCloseTo(plain.get(19), within(0.05));
    }

    private static void equal(int processes, List<String> runs) throws IOException {
        List<String> exact = runs.stream().map(run -> run + EXACT).toList();
        if (processes > 1) {
            run(processes, exact);
        }
        SoftAssertions soft = new SoftAssertions();
        for (String run : exact) {
            TinyRuns.Left split = left(run);
            TinyRuns.Left plain = left(run.substring(0, run.indexOf(' ')) + EXACT);
            soft.assertThat(TinyRuns.difference(plain, split)).as(run).isLessThan(1e-12);
            for (int i = 0; i < plain.losses().size(); i++) {
                soft.assertThat(split.losses().get(i))
                        .as(run)
                        .isCloseTo(plain.losses().get(i), within(1e-12));
            }
        }
        soft.assertAll();
    }

    private static void run(int processes, List<String> runs) throws IOException {
        List<String> arguments = new ArrayList<>();
        for (String run : runs) {
            Files.createDirectories(directory(run));
            if (!arguments.isEmpty()) {
                arguments.add("--");
            }
            arguments.addAll(List.of(run.split(" ", -1)));
            arguments.add("out=" + directory(run));
        }
        TinyRuns.complete(processes, arguments);
    }

    private static TinyRuns.Left left(String run) throws IOException {
        return TinyRuns.left(directory(run));
    }

    private static Path directory(String run) {
        return directory.resolve(run.replace(' ', '_'));
    }
}

package dev.trainwright.train.run;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trainwright.cluster.Catalogue;
import dev.trainwright.job.Job;
import dev.trainwright.job.Jobs;
import dev.trainwright.train.data.Tokenizer;
import dev.trainwright.train.trainer.Schedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a job file can say and no process here does is refused by name, before anything starts. */
class ModelSourceTest {
    private static final String LLAMA = "{layers: 2, hidden: 64, heads: 4, vocab: 256}";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            dropout: true                                  | dp: 8              | dropout can be forecast but not yet run
            attention: unfused                             | dp: 8              | attention: unfused can be forecast but not run
            fineTuning: {method: qlora, rank: 4}           | dp: 8              | frozen weights are kept in fp32 here
            fineTuning: {method: lora, rank: 4, base: int8}| dp: 8              | not in INT8
            fineTuning: {method: lora, rank: 4}            | dp: 4, tp: 2       | low-rank adapters run with tp: 1 and zero: 0 to 2
            fineTuning: {method: lora, rank: 4}            | dp: 8, zero: 3     | low-rank adapters run with tp: 1 and zero: 0 to 2
            """)
    void refuses(String workload, String layout, String message) throws IOException {
        Job job = job(LLAMA, workload, layout);
        assertThatThrownBy(() -> open(job, null))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining(message);
    }

    @Test
    void everyProblemAtOnce() throws IOException {
        Job job = job(LLAMA, "dropout: true\n  attention: unfused", "dp: 8");
        assertThatThrownBy(() -> open(job, null))
                .hasMessageContaining("dropout")
                .hasMessageContaining("unfused");
    }

    /** Gemma's layers have Llama's shape and compute something else. */
    @Test
    void familiesOfAnotherComputationByName() throws IOException {
        Job job = job("gemma-2b", "dropout: false", "dp: 8");
        assertThatThrownBy(() -> open(job, null))
                .hasMessageContaining("gemma")
                .hasMessageContaining("can be forecast but not yet trained here");
    }

    @Test
    void aFolderThatHoldsSomethingIsNotWrittenOver() throws IOException {
        Job job = job(LLAMA, "dropout: false", "dp: 8");
        assertThatThrownBy(() -> open(job, folder.toString()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("holds something already");
    }

    private static void open(Job job, @org.jspecify.annotations.Nullable String save) {
        RunOptions options = new RunOptions(
                "job.yaml",
                RunOptions.SYNTHETIC,
                Tokenizer.BYTES,
                null,
                0,
                0,
                1,
                0.1,
                0,
                Schedule.Decay.CONSTANT,
                0,
                0,
                0,
                null,
                1,
                1,
                save,
                null,
                null,
                null,
                1,
                1,
                -1,
                0,
                List.of(),
                null);
        ModelSource.open(options, job.workload(), Setup.layout(job));
    }

    private Job job(String model, String workload, String layout) throws IOException {
        return Jobs.read(
                Files.writeString(folder.resolve("job.yaml"), """
                workload:
                  model: %s
                  globalBatch: 8
                  sequence: 16
                  precision: fp32
                  train: {steps: 1}
                  %s
                cluster: {node: dgx-h100, nodes: 1}
                layout: {%s, microBatch: 1, sequenceParallel: false}
                """.formatted(model, workload, layout)),
                Catalogue.builtIn());
    }
}

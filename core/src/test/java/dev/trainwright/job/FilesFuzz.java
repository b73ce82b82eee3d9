package dev.trainwright.job;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/**
 * Coverage-guided fuzzing of every reader of files: {@code JAZZER_FUZZ=1 mvn -pl core -am test -Dtest=FilesFuzz#job -Dsurefire.failIfNoSpecifiedTests=false}. Its seeds
 * and findings are also what {@link FilesMutationTest} starts from.
 */
class FilesFuzz {
    @TempDir
    private static Path folder;

    @FuzzTest(maxDuration = "2m")
    void job(byte[] bytes) {
        Readers.JOB.check(bytes, folder);
    }

    @FuzzTest(maxDuration = "2m")
    void config(byte[] bytes) {
        Readers.CONFIG.check(bytes, folder);
    }

    @FuzzTest(maxDuration = "2m")
    void safetensors(byte[] bytes) {
        Readers.SAFETENSORS.check(bytes, folder);
    }

    @FuzzTest(maxDuration = "2m")
    void index(byte[] bytes) {
        Readers.INDEX.check(bytes, folder);
    }

    @FuzzTest(maxDuration = "2m")
    void accelerator(byte[] bytes) {
        Readers.ACCELERATOR.check(bytes, folder);
    }

    @FuzzTest(maxDuration = "2m")
    void node(byte[] bytes) {
        Readers.NODE.check(bytes, folder);
    }

    @FuzzTest(maxDuration = "2m")
    void calibration(byte[] bytes) {
        Readers.CALIBRATION.check(bytes, folder);
    }
}

package dev.trainwright.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.calibration.Calibrations;
import dev.trainwright.cluster.Catalogue;
import dev.trainwright.input.InputException;
import dev.trainwright.workload.hf.HuggingFaceConfig;
import dev.trainwright.workload.source.Weights;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/** Every kind of file that users bring, and what reads it. A reader gives a value or an {@link InputException} that names the file, whatever it is handed. */
enum Readers {
    JOB("job.yaml", file -> Jobs.read(file, BuiltIn.CATALOGUE)),
    CONFIG("config.json", HuggingFaceConfig::read),
    SAFETENSORS("model.safetensors", Weights::read),
    INDEX("model.safetensors.index.json", file -> Weights.read(file.resolveSibling("."))),
    ACCELERATOR("accelerators/card.yaml", file -> BuiltIn.CATALOGUE.with(file.resolveSibling(".."))),
    NODE("nodes/box.yaml", file -> BuiltIn.CATALOGUE.with(file.resolveSibling(".."))),
    CALIBRATION("own.yaml", file -> BuiltIn.CALIBRATIONS.with(file));

    /** Read once. */
    private static final class BuiltIn {
        static final Catalogue CATALOGUE = Catalogue.builtIn();
        static final Calibrations CALIBRATIONS = Calibrations.builtIn();
    }

    private final String path;

    @SuppressWarnings("ImmutableEnumChecker") // functions without state
    private final Function<Path, Object> reader;

    Readers(String path, Function<Path, Object> reader) {
        this.path = path;
        this.reader = reader;
    }

    /** Where a file of this kind stands in {@code folder}. */
    Path in(Path folder) {
        try {
            return Files.createDirectories(folder.resolve(name()).resolve(path).getParent())
                    .resolve(path.substring(path.lastIndexOf('/') + 1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a file that stands in its place, be it there or not. */
    void check(Path file) {
        try {
            assertThat(reader.apply(file)).isNotNull();
        } catch (InputException refused) {
            assertThat(refused.problems()).isNotEmpty();
            assertThat(refused).message().contains(name()); // the folder of the file
        }
    }

    void check(byte[] bytes, Path folder) {
        Path file = in(folder);
        try {
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        check(file);
    }
}

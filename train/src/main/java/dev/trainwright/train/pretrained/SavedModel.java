package dev.trainwright.train.pretrained;

import dev.trainwright.train.checkpoint.Checkpoints;
import dev.trainwright.train.checkpoint.Durable;
import dev.trainwright.train.checkpoint.TrainingState;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.trainer.Trainer;
import dev.trainwright.train.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/** A form in which other tools read what was trained. */
public interface SavedModel {
    /** Writes whole weights, by their names here, into an empty folder. */
    void write(Path folder, Map<String, Tensor> weights) throws IOException;

    /**
     * Writes {@code trainer}'s weights to {@code folder}, which is not there or empty; every rank calls it. The folder appears when it is whole.
     *
     * @throws UncheckedIOException when it cannot be written
     */
    default void save(Path folder, Trainer trainer, World world) {
        Path parts = folder.resolveSibling("." + folder.getFileName() + "-parts");
        Checkpoints checkpoints = new Checkpoints(parts, 1);
        TrainingState.saveWeights(checkpoints, trainer, world);
        if (world.identity().rank() == 0) {
            Path writing = folder.resolveSibling("." + folder.getFileName() + "-writing");
            Tensors.scope(() -> {
                try {
                    Durable.delete(writing);
                    Files.createDirectories(writing);
                    write(writing, TrainingState.weights(checkpoints.newest().orElseThrow()));
                    Durable.rename(writing, folder);
                    Durable.delete(parts);
                } catch (IOException e) {
                    throw new UncheckedIOException(folder + " cannot be written: " + e, e);
                }
            });
        }
        world.everyone().barrier();
    }
}

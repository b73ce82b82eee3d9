package dev.trainwright.workload;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The files that a model was read from, in Hugging Face's layout.
 *
 * @param config its {@code config.json}
 * @param weights the {@code .safetensors} file, or the folder with one or with an index of several; null where only the shape was given
 */
public record ModelFiles(Path config, @Nullable Path weights) {}

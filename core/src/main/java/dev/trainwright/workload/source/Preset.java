package dev.trainwright.workload.source;

import dev.trainwright.workload.Model;
import java.util.function.Supplier;

/**
 * A well-known model.
 *
 * @param name as reports print it, such as {@code llama-3-8b}
 * @param title where its shape stands
 * @param url address of that
 * @param date when that was published, ISO 8601
 * @param shape builds the model
 */
public record Preset(String name, String title, String url, String date, Supplier<Model> shape) {}

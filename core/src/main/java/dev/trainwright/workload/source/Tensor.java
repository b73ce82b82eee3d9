package dev.trainwright.workload.source;

import java.util.List;

/**
 * A stored tensor.
 *
 * @param name as the checkpoint has it
 * @param type of its elements
 * @param shape its dimensions, none for a scalar
 * @param elements their product
 */
record Tensor(String name, ElementType type, List<Long> shape, long elements) {
    Tensor {
        shape = List.copyOf(shape);
    }

    /** The name up to its first numbered component, or without its last: {@code model.layers}, {@code model.embed_tokens}. */
    String prefix() {
        StringBuilder prefix = new StringBuilder();
        String[] parts = name.split("\\.", -1);
        for (int i = 0; i < Math.max(1, parts.length - 1) && (i == 0 || !parts[i].matches("\\d+")); i++) {
            prefix.append(i == 0 ? "" : ".").append(parts[i]);
        }
        return prefix.toString();
    }
}

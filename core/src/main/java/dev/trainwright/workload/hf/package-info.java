/**
 * Reads a model's shape from the {@code config.json} that Hugging Face checkpoints carry, and from its relatives (Meta's {@code params.json}, DeepSeek's
 * native file, BERT's {@code bert_config.json}). One small file for each kin of families, in a
 * package for decoders, encoders, image networks, encoders of sound or what joins them; what an absent key means is each family's own affair.
 */
@NullMarked
package dev.trainwright.workload.hf;

import org.jspecify.annotations.NullMarked;

/** Checkpoints: safetensors shards under one manifest, written whole or not at all, resumed on any layout. */
@NullMarked
package dev.trainwright.train.checkpoint;

import org.jspecify.annotations.NullMarked;

/** Where a model's shape comes from: a checkpoint's files, a preset, a generator of layers, or the dimensions themselves. */
@NullMarked
package dev.trainwright.workload.source;

import org.jspecify.annotations.NullMarked;

/** What readers of families are made of: the fields of a {@code config.json}, and models while they are being read. */
@NullMarked
package dev.trainwright.workload.hf.reading;

import org.jspecify.annotations.NullMarked;

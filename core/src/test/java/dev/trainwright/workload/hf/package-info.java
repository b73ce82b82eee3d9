@NullMarked
package dev.trainwright.workload.hf;

import org.jspecify.annotations.NullMarked;

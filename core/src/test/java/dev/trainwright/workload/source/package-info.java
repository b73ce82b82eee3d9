@NullMarked
package dev.trainwright.workload.source;

import org.jspecify.annotations.NullMarked;

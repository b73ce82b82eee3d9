package dev.trainwright.plan;

import dev.trainwright.layout.Schedule;

/**
 * One value of the schedule's dimension.
 *
 * @param schedule of the pipeline
 * @param virtualStages chunks of a stage, more than 1 only where interleaved
 */
public record Order(Schedule schedule, int virtualStages) {}

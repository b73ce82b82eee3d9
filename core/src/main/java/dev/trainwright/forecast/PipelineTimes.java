package dev.trainwright.forecast;

import dev.trainwright.cost.PipelineSimulator;
import dev.trainwright.layout.Schedule;
import java.util.List;

/**
 * What a pipeline's schedule is played with.
 *
 * @param schedule the order of operations
 * @param microBatches m
 * @param virtualStages v, chunks of a stage
 * @param forward seconds of one micro-batch on each stage, exposed communication and sending included
 * @param backward the same
 * @param weight the part of backward that makes weight gradients
 * @param transfer seconds of sending in each of both
 * @param link seconds of a transfer to the next stage that a stage does not wait for; zeros where it does
 */
public record PipelineTimes(
        Schedule schedule,
        int microBatches,
        int virtualStages,
        double[] forward,
        double[] backward,
        double[] weight,
        double[] transfer,
        double[] link) {

    /** Stages, p. */
    public int stages() {
        return forward.length;
    }

    /** Whether the schedule can be played: zero-bubble schedules have a closed form only. */
    public boolean plays() {
        return schedule != Schedule.ZB_H1 && schedule != Schedule.ZB_H2;
    }

    /** The same with another number of micro-batches. */
    public PipelineTimes with(int otherMicroBatches) {
        return new PipelineTimes(schedule, otherMicroBatches, virtualStages, forward, backward, weight, transfer, link);
    }

    /** Every operation of an iteration, as it runs. */
    public List<PipelineSimulator.Event> play() {
        return PipelineSimulator.run(schedule, microBatches, virtualStages, forward, backward, link);
    }
}

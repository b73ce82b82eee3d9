package dev.trainwright.train.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.layout.Schedule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Schedules run to their end, hold what the papers say, and take as long. */
class PipelineScheduleTest {
    /** With equal unit times of forward and backward: the length is 2 m v + bubble, bubble 2 (p - 1) for all three (in units of one chunk; arXiv 2104.04473). */
    @ParameterizedTest
    @CsvSource({
        "GPIPE, 4, 1, 8",
        "ONE_F_ONE_B, 4, 1, 8",
        "ONE_F_ONE_B, 4, 1, 2",
        "INTERLEAVED, 4, 2, 8",
        "INTERLEAVED, 2, 3, 4",
        "ONE_F_ONE_B, 8, 1, 32"
    })
    void takesAsLongAsTheClosedForm(Schedule schedule, int stages, int chunks, int microBatches) {
        int length = simulate(schedule, stages, chunks, microBatches);
        assertThat(length).isEqualTo(2 * microBatches * chunks + 2 * (stages - 1));
    }

    /** 1F1B holds min(m, p - r) micro-batches, GPipe all m. */
    @Test
    void holdsWhatTheFormulaSays() {
        for (int rank = 0; rank < 4; rank++) {
            assertThat(most(PipelineSchedule.of(Schedule.ONE_F_ONE_B, rank, 4, 1, 8)))
                    .isEqualTo(4 - rank);
            assertThat(most(PipelineSchedule.of(Schedule.GPIPE, rank, 4, 1, 8))).isEqualTo(8);
            assertThat(most(PipelineSchedule.of(Schedule.INTERLEAVED, rank, 4, 2, 8)))
                    .isEqualTo(2 * (4 - 1 - rank) + 4 + 1);
        }
    }

    private static int most(List<PipelineSchedule.Action> actions) {
        int held = 0;
        int most = 0;
        for (PipelineSchedule.Action action : actions) {
            held += action.forward() ? 1 : -1;
            most = Math.max(most, held);
        }
        assertThat(held).isZero();
        return most;
    }

    /** Unit-time simulation: a rank does its next action as soon as what it needs was done in an earlier tick. */
    private static int simulate(Schedule schedule, int stages, int chunks, int microBatches) {
        List<List<PipelineSchedule.Action>> left = new ArrayList<>();
        for (int rank = 0; rank < stages; rank++) {
            left.add(new ArrayList<>(PipelineSchedule.of(schedule, rank, stages, chunks, microBatches)));
        }
        Set<List<Integer>> done = new HashSet<>();
        int ticks = 0;
        while (left.stream().anyMatch(actions -> !actions.isEmpty())) {
            List<List<Integer>> now = new ArrayList<>();
            for (int rank = 0; rank < stages; rank++) {
                if (!left.get(rank).isEmpty()) {
                    PipelineSchedule.Action next = left.get(rank).get(0);
                    int part = next.chunk() * stages + rank;
                    int last = stages * chunks - 1;
                    List<Integer> needs = next.forward()
                            ? List.of(1, part - 1, next.microBatch())
                            : part == last
                                    ? List.of(1, part, next.microBatch())
                                    : List.of(0, part + 1, next.microBatch());
                    if ((next.forward() && part == 0) || done.contains(needs)) {
                        now.add(List.of(next.forward() ? 1 : 0, part, next.microBatch()));
                        left.get(rank).remove(0);
                    }
                }
            }
            assertThat(now).as("nobody can go on: a deadlock").isNotEmpty();
            done.addAll(now);
            ticks++;
        }
        return ticks;
    }
}

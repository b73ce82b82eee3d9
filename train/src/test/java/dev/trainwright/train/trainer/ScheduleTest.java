package dev.trainwright.train.trainer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ScheduleTest {
    @Test
    void risesThenFallsAsACosine() {
        Schedule schedule = new Schedule(1, 10, Schedule.Decay.COSINE, 110, 0.1);
        assertThat(schedule.at(5)).isEqualTo(0.5);
        assertThat(schedule.at(10)).isEqualTo(1);
        assertThat(schedule.at(60)).isCloseTo(0.55, within(1e-12));
        assertThat(schedule.at(110)).isCloseTo(0.1, within(1e-12));
        assertThat(schedule.at(500)).isCloseTo(0.1, within(1e-12));
    }

    @Test
    void fallsInALine() {
        Schedule schedule = new Schedule(1, 0, Schedule.Decay.LINEAR, 4, 0);
        assertThat(schedule.at(1)).isEqualTo(0.75);
        assertThat(schedule.at(4)).isZero();
    }
}

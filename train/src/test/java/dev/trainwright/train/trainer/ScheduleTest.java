package dev.trainwright.train.trainer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScheduleTest {
    @Test
    void risesThenFallsAsACosine() {
        Schedule schedule = new Schedule(1, 10, Schedule.Decay.COSINE, 110, 0.1);
        assertThat(schedule.at(5)).isEqualTo(0.5);
        assertThat(schedule.at(10)).isEqualTo(1);
        assertThat(schedule.at(35)).isCloseTo(0.1 + 0.9 * (1 + Math.sqrt(0.5)) / 2, within(1e-12));
        assertThat(schedule.at(60)).isCloseTo(0.55, within(1e-12));
        assertThat(schedule.at(110)).isCloseTo(0.1, within(1e-12));
    }

    @Test
    void fallsInALine() {
        Schedule schedule = new Schedule(1, 0, Schedule.Decay.LINEAR, 4, 0);
        assertThat(schedule.at(1)).isEqualTo(0.75);
        assertThat(schedule.at(4)).isZero();
    }

    @Test
    void staysThenFallsInTheLastTenth() {
        Schedule schedule = new Schedule(2, 10, Schedule.Decay.WSD, 200, 0.2);
        assertThat(schedule.at(5)).isEqualTo(1);
        assertThat(schedule.at(10)).isEqualTo(2);
        assertThat(schedule.at(180)).isEqualTo(2);
        assertThat(schedule.at(190)).isCloseTo(1.1, within(1e-12));
        assertThat(schedule.at(200)).isCloseTo(0.2, within(1e-12));
    }

    @ParameterizedTest
    @EnumSource
    void neverRisesAfterWarmUpAndStaysAtTheEnd(Schedule.Decay decay) {
        Schedule schedule = new Schedule(1, 7, decay, 50, 0.1);
        for (long step = 8; step <= 60; step++) {
            assertThat(schedule.at(step)).isBetween(0.1 - 1e-12, schedule.at(step - 1));
        }
        assertThat(schedule.at(60)).isEqualTo(schedule.at(50));
    }

    @Test
    void constantNeedsNoWarmUp() {
        assertThat(Schedule.constant(0.3).at(1)).isEqualTo(0.3);
        assertThat(Schedule.constant(0.3).at(1000)).isEqualTo(0.3);
    }
}

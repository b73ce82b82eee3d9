package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code speedup --measured} on runs that users published. */
class ScalingRunsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    # horovod/horovod#2581: batches of 32 take 167 and 936 ms, and 769 ms of 553 MB are a ring over some 10 Gb/s
                    8=1531.9img/s,16=546.9img/s --batch 32                     | /measured/1/exposedSeconds     | 0.769
                    8=1531.9img/s,16=546.9img/s --batch 32                     | /measured/0/seconds            | 0.167
                    8=1531.9img/s,16=546.9img/s --batch 32 --gradients 553.44MB | /measured/1/linkBytesPerSecond | 1.349e9
                    # mlfoundations/open_clip#466: 30, 10 and 5 samples/s of each device of 1, 2 and 3 nodes
                    8=30samples/s/GPU,16=10samples/s/GPU,24=5samples/s/GPU     | /measured/1/rate               | 160
                    8=30samples/s/GPU,16=10samples/s/GPU,24=5samples/s/GPU     | /measured/2/rate               | 120
                    # speechbrain/speechbrain#1096: 21 h on one, 9 h on four, 22 h on six
                    6=22h,4=9h,1=21h                                           | /measured/1/speedup            | 2.333
                    6=22h,4=9h,1=21h                                           | /measured/2/speedup            | 0.9545
                    # kohya-ss/sd-scripts#1434: 1.27 s an iteration on one, 2.07 s of twice the samples on two
                    1=1.27s,2=2.07s --scaling weak                             | /measured/1/efficiency         | 0.6135
                    1=1.27s,2=2.07s --scaling weak                             | /measured/1/exposedSeconds     | 0.8
                    """)
    void amountToWhatWasDerivedByHand(String runs, String pointer, double expected) {
        Run run = Run.line("speedup --measured " + runs + " --json");
        assertThat(run.number(pointer)).as(run.err()).isCloseTo(expected, withinPercentage(0.1));
    }

    @Test
    void aFallingTotalIsSaid() {
        assertThat(Run.line("speedup --measured 8=240samples/s,16=160samples/s,24=120samples/s")
                        .out())
                .contains("The total falls from 8 devices to 24");
        assertThat(Run.line("speedup --measured 1=21h,4=9h,6=22h").out())
                .contains("The total falls from 4 devices to 6");
        assertThat(Run.line("speedup --measured 1=21h,4=9h").out()).doesNotContain("falls");
    }

    /** Two runs of one job differ by some per cent: 9.3 and 9.5 samples/s (NVIDIA/cosmos-framework#161). */
    @Test
    void noiseIsNoFault() {
        Run run = Run.line("speedup --measured 8=100samples/s,16=201samples/s --batch 8 --json");
        assertThat(run.code()).isZero();
        assertThat(run.number("/measured/1/exposedSeconds")).isZero();
    }
}

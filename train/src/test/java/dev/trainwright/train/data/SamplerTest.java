package dev.trainwright.train.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** No sample lost or repeated, at any number of replicas. */
class SamplerTest {
    @Test
    void everyEpochIsAPermutationHoweverItIsDealt() {
        SplittableRandom random = new SplittableRandom(1);
        for (int trial = 0; trial < 200; trial++) {
            int size = random.nextInt(1, 60);
            Sampler sampler = new Sampler(size, random.nextInt(1, 20), trial);
            int replicas = random.nextInt(1, 9);
            int microBatch = random.nextInt(1, 6);
            List<Long> seen = new ArrayList<>();
            for (long step = 0; step < sampler.stepsPerEpoch(); step++) {
                List<Long> dealt = new ArrayList<>();
                int most = 0;
                for (int replica = 0; replica < replicas; replica++) {
                    most = Math.max(
                            most,
                            sampler.microBatches(step, replica, replicas, microBatch)
                                    .size());
                    for (long[] samples : sampler.microBatches(step, replica, replicas, microBatch)) {
                        assertThat(samples.length).isBetween(1, microBatch);
                        Arrays.stream(samples).forEach(dealt::add);
                    }
                }
                assertThat(sampler.mostMicroBatches(step, replicas, microBatch)).isEqualTo(most);
                assertThat(dealt)
                        .containsExactly(
                                Arrays.stream(sampler.step(step)).boxed().toArray(Long[]::new));
                seen.addAll(dealt);
            }
            assertThat(seen)
                    .containsExactlyInAnyOrder(LongStream.range(0, size).boxed().toArray(Long[]::new));
        }
    }

    @Test
    void epochsDiffer() {
        Sampler sampler = new Sampler(50, 50, 3);
        assertThat(sampler.step(0)).isNotEqualTo(sampler.step(1));
    }
}

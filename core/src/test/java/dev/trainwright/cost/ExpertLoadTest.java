package dev.trainwright.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trainwright.forecast.Yaml;
import dev.trainwright.layout.Recompute;
import dev.trainwright.workload.MixtureOfExperts;
import org.junit.jupiter.api.Test;

class ExpertLoadTest {
    private static final MixtureOfExperts SWITCH = new MixtureOfExperts(8, 1, 64, 0, false, 0, 0, 0);

    /** Fedus et al., arXiv 2101.03961, equation 3: an expert holds tokens / experts x capacity factor. */
    @Test
    void anExpertsCapacity() {
        Split split = new Split(1, 1, 8, 1.25, false, 1, Recompute.NONE, false, false);
        // each of 8 ranks has one expert and brings 512 tokens of the 4,096
        assertThat(FeedForwardCost.routedTokens(SWITCH, 512, split)).isEqualTo(4096 / 8 * 1.25);
        Split whole = new Split(1, 1, 1, 1.25, false, 1, Recompute.NONE, false, false);
        assertThat(FeedForwardCost.routedTokens(SWITCH, 512, whole))
                .as("experts that share one rank even out")
                .isEqualTo(512);
    }

    @Test
    void theBusiestRankPacesTheIteration() {
        String job = """
                workload: {model: mixtral-8x7b, globalBatch: 256, sequence: 4096%s}
                cluster: {node: dgx-h100, nodes: 4}
                layout: {ep: %d, tp: 2, pp: 4, microBatch: 1}
                """;
        assertThat(seconds(job.formatted(", expertLoad: 1.5", 4))).isGreaterThan(seconds(job.formatted("", 4)));
        assertThat(seconds(job.formatted(", expertLoad: 1.5", 1)))
                .isCloseTo(seconds(job.formatted("", 1)), within(1e-12));
    }

    private static double seconds(String job) {
        return Yaml.forecast(job).iterationSeconds();
    }
}

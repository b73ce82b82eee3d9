package dev.trainwright.train.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.layout.ZeroStage;
import dev.trainwright.train.data.MicroBatch;
import dev.trainwright.train.data.SyntheticImages;
import dev.trainwright.train.engine.Engine;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.nn.Layer;
import dev.trainwright.train.nn.Networks;
import dev.trainwright.train.nn.Split;
import dev.trainwright.train.nn.Weights;
import dev.trainwright.train.world.Collectives;
import dev.trainwright.train.world.Identity;
import dev.trainwright.train.world.Trace;
import dev.trainwright.train.world.World;
import dev.trainwright.workload.source.Models;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

/** What ZeRO-3 holds of whole layers, counted. */
class ZeroTest {
    private static final int LAYERS = 12;
    private static final int WIDTH = 64;

    @Test
    void wholeLayersAreThereWhileTheyAreAtWork() {
        Engine.start(1);
        try (World world = World.join(Identity.single(), Duration.ofSeconds(1))) {
            Collectives alone = world.everyone();
            Clock clock = new Clock(Trace.of(false));
            List<Layer> layers = Networks.of(Models.perceptron("deep", Collections.nCopies(LAYERS + 1, WIDTH)))
                    .layers(new Weights(1, ScalarType.Double, Split.NONE));
            Zero zero =
                    new Zero(parameter -> alone, alone, layers, Set.of(), ZeroStage.ZERO_3, true, true, true, clock);
            Chunk chunk = new Chunk(layers, zero, zero, clock);
            MicroBatch batch = new SyntheticImages(8, WIDTH, 0, WIDTH).batch(new long[] {0, 1}, ScalarType.Double);
            for (int microStep = 0; microStep < 3; microStep++) {
                boolean last = microStep == 2;
                Tensors.scope(() -> {
                    try (Chunk.InFlight flight = chunk.forward(batch.inputs(), batch)) {
                        chunk.backward(
                                flight,
                                Tensors.of(ScalarType.Double, new double[] {1}, 1)
                                        .squeeze(),
                                last);
                    }
                });
            }
            long layer = Double.BYTES * (WIDTH * WIDTH + WIDTH);
            assertThat(zero.mostBytes())
                    .as(
                            "weights of one layer; its gradients and those of the layer behind, each with what the others send")
                    .isEqualTo((1 + 2 * 2) * layer);
        }
    }
}

package dev.trainwright.train;

import dev.trainwright.layout.Layout;
import dev.trainwright.train.data.IdxImages;
import dev.trainwright.train.data.MicroBatch;
import dev.trainwright.train.data.Sampler;
import dev.trainwright.train.engine.Engine;
import dev.trainwright.train.nn.Models;
import dev.trainwright.train.trainer.Recipe;
import dev.trainwright.train.trainer.Schedule;
import dev.trainwright.train.trainer.Trainer;
import dev.trainwright.train.trainer.UpdateRule;
import dev.trainwright.train.world.Identity;
import dev.trainwright.train.world.Rendezvous;
import dev.trainwright.train.world.World;
import java.nio.file.Path;
import java.time.Duration;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Distributed training on Fashion-MNIST: start it once a rank (torchrun, srun, mpirun or LocalLauncher). */
public final class FashionMnist {
    static final Path DATA = Path.of("/usr/share/datasets/fashion-mnist");

    private FashionMnist() {}

    public static void main(String[] arguments) {
        Engine.start(1);
        IdxImages train = read("train");
        IdxImages test = read("t10k");
        Identity me = Rendezvous.detect(System.getenv());
        try (World world = World.join(me, Duration.ofSeconds(60))) {
            Recipe recipe = new Recipe(
                    ScalarType.Float,
                    false,
                    new UpdateRule.AdamW(0.9, 0.999, 1e-8, 0.01),
                    Schedule.constant(1e-3),
                    0,
                    1);
            Trainer trainer = new Trainer(
                    world,
                    Layout.dataParallel(me.world(), 64),
                    weights -> Models.perceptron(weights, 28 * 28, 128, 10),
                    batch -> new long[0], // no pipeline: nothing passes between stages
                    train,
                    new Sampler(train.size(), 128, recipe.seed()),
                    recipe);
            for (long step = 1; step <= 300; step++) {
                var result = trainer.step(step);
                if (step % 100 == 0 && me.rank() == 0) {
                    System.out.printf("step %d: loss %.3f%n", step, result.loss());
                }
            }
            MicroBatch batch =
                    test.batch(java.util.stream.LongStream.range(0, test.size()).toArray(), ScalarType.Float);
            System.out.printf("correct: %.1f %% of %d%n", 100 * trainer.accuracy(batch), test.size());
        }
    }

    private static IdxImages read(String name) {
        return IdxImages.read(
                DATA.resolve(name + "-images-idx3-ubyte.gz"), DATA.resolve(name + "-labels-idx1-ubyte.gz"));
    }
}

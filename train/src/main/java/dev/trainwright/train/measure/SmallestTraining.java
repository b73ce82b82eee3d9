package dev.trainwright.train.measure;

import dev.trainwright.layout.Layout;
import dev.trainwright.train.data.Sampler;
import dev.trainwright.train.data.SyntheticImages;
import dev.trainwright.train.nn.Networks;
import dev.trainwright.train.trainer.Recipe;
import dev.trainwright.train.trainer.Trainer;
import dev.trainwright.train.world.World;
import dev.trainwright.workload.source.Models;
import java.util.List;

/** Training of next to nothing: all that its steps take and hold, every training does. */
final class SmallestTraining {
    private static final long SAMPLES = 1024;

    private final Trainer trainer;
    private long steps;

    private SmallestTraining(Trainer trainer) {
        this.trainer = trainer;
    }

    /** Every rank makes one. */
    static SmallestTraining of(World world) {
        int ranks = world.identity().world();
        return new SmallestTraining(new Trainer(
                world,
                Layout.dataParallel(ranks, 1),
                Networks.of(Models.perceptron("smallest", List.of(8, 8, 2))),
                new SyntheticImages(SAMPLES, 2, 0, 8),
                new Sampler(SAMPLES, ranks, 0),
                Recipe.adamW(1e-3)));
    }

    void step() {
        trainer.step(++steps);
    }
}

package dev.trainwright.bench;

import dev.trainwright.cost.Term;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Overlap;
import dev.trainwright.layout.Recompute;
import dev.trainwright.layout.Schedule;
import dev.trainwright.layout.Synchrony;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.train.data.Sampler;
import dev.trainwright.train.data.SyntheticTokens;
import dev.trainwright.train.engine.Engine;
import dev.trainwright.train.launch.RankProcess;
import dev.trainwright.train.nn.AttentionBias;
import dev.trainwright.train.nn.Numerics;
import dev.trainwright.train.nn.TransformerSpec;
import dev.trainwright.train.trainer.Recipe;
import dev.trainwright.train.trainer.StepResult;
import dev.trainwright.train.trainer.Trainer;
import dev.trainwright.train.world.Rendezvous;
import dev.trainwright.train.world.World;
import java.time.Duration;
import java.util.List;

/** One rank that steps a decoder of 30 M parameters in turns with overlapped reduction, with reduction after backward, and without any; rank 0 prints the seconds of each step, and those of waiting for gradients. Argument: rounds. */
public final class OverlapRank {
    private static final int SEQUENCE = 256;
    private static final int REPLICA_SAMPLES = 4;
    private static final int VOCABULARY = 4096;
    private static final int SAMPLES = 800;
    private static final int NEVER = 1_000_000;

    private OverlapRank() {}

    public static void main(String[] arguments) {
        RankProcess.run(() -> {
            Engine.start(1);
            try (World world = World.join(Rendezvous.detect(System.getenv()), Duration.ofSeconds(60))) {
                List<Trainer> trainers = List.of(
                        trainer(world, true, Synchrony.SYNCHRONOUS),
                        trainer(world, false, Synchrony.SYNCHRONOUS),
                        trainer(world, false, new Synchrony.LocalSgd(NEVER)));
                for (int round = 0; round <= Integer.parseInt(arguments[0]); round++) {
                    StringBuilder told = new StringBuilder("seconds");
                    for (Trainer trainer : trainers) {
                        StepResult result = trainer.step(round + 1);
                        double waited = result.terms().getOrDefault(Term.DATA_PARALLEL, 0.0)
                                + result.terms().getOrDefault(Term.STRAGGLER, 0.0);
                        told.append(" %.4f %.4f".formatted(result.seconds(), waited));
                    }
                    if (round > 0 && world.identity().rank() == 0) {
                        System.out.println(told);
                    }
                }
            }
        });
    }

    private static Trainer trainer(World world, boolean overlap, Synchrony synchrony) {
        Layout layout = new Layout(
                2,
                1,
                1,
                1,
                1,
                1,
                Schedule.ONE_F_ONE_B,
                List.of(),
                ZeroStage.NONE,
                2,
                true,
                false,
                REPLICA_SAMPLES,
                false,
                Recompute.NONE,
                Offload.NONE,
                new Overlap(overlap, false, false, false),
                synchrony);
        TransformerSpec decoder = new TransformerSpec(
                512,
                8,
                8,
                8,
                64,
                1408,
                true,
                true,
                AttentionBias.NONE,
                false,
                true,
                VOCABULARY,
                0,
                false,
                0,
                0,
                Numerics.of(false));
        return new Trainer(
                world,
                layout,
                decoder,
                new SyntheticTokens(SAMPLES, SEQUENCE, VOCABULARY, 1),
                new Sampler(SAMPLES, 2 * REPLICA_SAMPLES, 1),
                Recipe.adamW(1e-4));
    }
}

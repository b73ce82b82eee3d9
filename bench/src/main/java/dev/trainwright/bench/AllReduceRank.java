package dev.trainwright.bench;

import dev.trainwright.train.engine.Engine;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.launch.RankProcess;
import dev.trainwright.train.world.Collectives;
import dev.trainwright.train.world.Rendezvous;
import dev.trainwright.train.world.World;
import java.time.Duration;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** One rank that times all-reduces; rank 0 prints the seconds of each. Arguments: bytes, repetitions. */
public final class AllReduceRank {
    private AllReduceRank() {}

    public static void main(String[] arguments) {
        RankProcess.run(() -> {
            Engine.start(1);
            try (World world = World.join(Rendezvous.detect(System.getenv()), Duration.ofSeconds(60))) {
                Collectives everyone = world.everyone();
                Tensor tensor = Tensors.zeros(ScalarType.Float, Long.parseLong(arguments[0]) / Float.BYTES);
                for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
                    everyone.barrier();
                    long start = System.nanoTime();
                    Tensors.scope(() -> everyone.allReduce(tensor));
                    if (everyone.rank() == 0) {
                        System.out.println("seconds " + (System.nanoTime() - start) * 1e-9);
                    }
                }
                everyone.barrier();
            }
        });
    }
}

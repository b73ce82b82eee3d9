package dev.trainwright.train;

import dev.trainwright.train.engine.Engine;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.parallel.LocalSgd;
import dev.trainwright.train.parallel.ParameterServer;
import dev.trainwright.train.parallel.Slot;
import dev.trainwright.train.world.Identity;
import dev.trainwright.train.world.Rendezvous;
import dev.trainwright.train.world.World;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** One rank that minimises (w - c)^2 / 2 with a c of its own, with local steps or through a parameter server. */
public final class SynchronyRun {
    private SynchronyRun() {}

    /** Arguments: {@code local H rounds rate momentum}, or {@code server steps bound slowNanos}. */
    public static void main(String[] arguments) {
        Engine.start(1);
        Identity me = Rendezvous.detect(System.getenv());
        try (World world = World.join(me, Duration.ofSeconds(30))) {
            if (arguments[0].equals("local")) {
                local(world, arguments);
            } else {
                server(world, arguments);
            }
        }
    }

    private static void local(World world, String[] arguments) {
        int h = Integer.parseInt(arguments[1]);
        int rounds = Integer.parseInt(arguments[2]);
        Tensor w = Tensors.of(ScalarType.Double, new double[] {10}, 1);
        Slot slot = new Slot("w", w, () -> w, true, List.of());
        LocalSgd outer = new LocalSgd(
                world.everyone(), List.of(slot), h, Double.parseDouble(arguments[3]), Double.parseDouble(arguments[4]));
        for (int step = 1; step <= h * rounds; step++) {
            w.sub_(gradient(w, world.identity().rank()), Tensors.scalar(0.1));
            outer.afterStep(step);
        }
        System.out.println("w " + w.item_double());
    }

    private static void server(World world, String[] arguments) {
        Tensor w = Tensors.of(ScalarType.Double, new double[] {10}, 1);
        ParameterServer server = new ParameterServer(world.everyone(), List.of(w));
        int rank = world.identity().rank();
        if (rank == server.server()) {
            List<Integer> staleness =
                    server.serve(g -> w.sub_(g.get(0), Tensors.scalar(0.02)), Integer.parseInt(arguments[2]));
            System.out.println("staleness " + staleness);
            System.out.println("w " + w.item_double());
        } else {
            int version = 0;
            for (int step = 1; step <= Integer.parseInt(arguments[1]); step++) {
                if (rank == 0) {
                    LockSupport.parkNanos(Long.parseLong(arguments[3]));
                }
                version = server.exchange(List.of(gradient(w, rank)), version, step);
            }
            server.done();
        }
        world.everyone().barrier();
    }

    /** Rank r pulls towards r. */
    private static Tensor gradient(Tensor w, int rank) {
        return w.sub(Tensors.scalar(rank));
    }
}

package dev.trainwright.train.measure;

import dev.trainwright.train.engine.Engine;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.launch.RankProcess;
import dev.trainwright.train.world.Rendezvous;
import dev.trainwright.train.world.World;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** The process of one rank of {@code trainwright measure}: all do the same at once, so that what they share is shared as in training. */
public final class ProbeRank {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int WARMUP = 5;

    private final Stopwatch watch;

    private ProbeRank(Stopwatch watch) {
        this.watch = watch;
    }

    /** Three arguments: compute threads, the file that rank 0 writes, and how often a probe is tried beside other work. */
    public static void main(String[] arguments) {
        RankProcess.run(() -> {
            int threads = Integer.parseInt(arguments[0]);
            Engine.start(threads);
            try (World world = World.join(Rendezvous.detect(System.getenv()), TIMEOUT)) {
                Figures figures = new ProbeRank(new Stopwatch(world.everyone(), Integer.parseInt(arguments[2])))
                        .figures(world, threads);
                if (world.identity().rank() == 0) {
                    figures.write(Path.of(arguments[1]));
                }
                world.everyone().barrier();
            }
        });
    }

    private Figures figures(World world, int threads) {
        int side = Figures.SIDE;
        int few = Figures.SHORT;
        int ranks = world.identity().world();
        // Memory first: what the probes leave behind is not a training process's own.
        SmallestTraining smallest = SmallestTraining.of(world);
        Timing step = watch.time("smallest step", smallest::step);
        double resident = Busy.peakBytes();
        Figures.Training training = training(world);
        var products = new Figures.Products(
                product("matrix product", side, side, side),
                product("few rows", few, side, side),
                product("few columns", side, few, side),
                product("small inner size", side, side, few),
                productBackward(side));
        var attention = new Figures.Passes(attention(false), attention(true));
        var convolution = new Figures.Passes(convolution(false), convolution(true));
        var launches = new Figures.Passes(launches(false), launches(true));
        Timing stream = addition("memory", Figures.STREAM_BYTES / Float.BYTES);
        Timing vector = addition("elementwise in cache", Figures.VECTOR);
        var network = new NetworkProbe(world.everyone(), watch);
        return new Figures(
                ranks,
                threads,
                Engine.version(),
                products,
                attention,
                convolution,
                launches,
                stream,
                vector,
                network.transfers(),
                network.overlap(),
                step,
                resident,
                training,
                watch.disturbed());
    }

    private Timing product(String name, long m, long n, long k) {
        Tensor a = random(m, k);
        Tensor b = random(k, n);
        return watch.time(name, () -> a.matmul(b));
    }

    private Timing productBackward(long side) {
        Tensor a = random(side, side).set_requires_grad(true);
        Tensor b = random(side, side).set_requires_grad(true);
        Tensor seed = random(side, side);
        return watch.time("matrix product with backward", () -> Tensors.backward(a.matmul(b), seed));
    }

    private Timing convolution(boolean backward) {
        Tensor x = random(1, Figures.CHANNELS, Figures.IMAGE, Figures.IMAGE).set_requires_grad(backward);
        Tensor w = random(Figures.CHANNELS, Figures.CHANNELS, 3, 3).set_requires_grad(backward);
        Tensor seed = random(1, Figures.CHANNELS, Figures.IMAGE, Figures.IMAGE);
        long[] ones = {1, 1};
        return watch.time(backward ? "convolution with backward" : "convolution", () -> {
            Tensor y = torch.conv2d(x, w, new TensorOptional(), ones, ones, ones, 1);
            if (backward) {
                Tensors.backward(y, seed);
            }
        });
    }

    private Timing launches(boolean backward) {
        Tensor one = random(1);
        Tensor x = random(1).set_requires_grad(backward);
        return watch.time(backward ? "launches with backward" : "launches", () -> {
            Tensor y = x;
            for (int i = 0; i < Figures.LAUNCHES; i++) {
                y = y.add(one);
            }
            if (backward) {
                Tensors.backward(y, one);
            }
        });
    }

    private Timing addition(String name, long numbers) {
        Tensor a = random(numbers);
        Tensor b = random(numbers);
        Tensor c = random(numbers);
        return watch.time(name, () -> torch.add_out(c, a, b));
    }

    private Timing attention(boolean backward) {
        Tensor[] qkv = new Tensor[3];
        for (int i = 0; i < qkv.length; i++) {
            qkv[i] = random(1, Figures.HEADS, Figures.SEQUENCE, Figures.HEAD).set_requires_grad(backward);
        }
        return watch.time(backward ? "attention with backward" : "attention", () -> {
            Tensor out = torch.scaled_dot_product_attention(
                    qkv[0], qkv[1], qkv[2], new TensorOptional(), 0, true, new DoubleOptional(), false);
            if (backward) {
                Tensors.backward(out, torch.ones_like(out));
            }
        });
    }

    private Figures.Training training(World world) {
        try (ProbeTraining training = ProbeTraining.start()) {
            for (int i = 0; i < WARMUP; i++) {
                training.step();
            }
            List<Timing> parts = watch.parts(List.of("layers of a decoder", "its update"), () -> {
                world.everyone().barrier();
                return training.step();
            });
            return new Figures.Training(parts.get(0), parts.get(1), Busy.peakBytes());
        }
    }

    static Tensor random(long... shape) {
        return torch.rand(shape, Tensors.of(ScalarType.Float));
    }
}

package dev.trainwright.train.measure;

import dev.trainwright.train.engine.Engine;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.launch.RankProcess;
import dev.trainwright.train.world.Collectives;
import dev.trainwright.train.world.Rendezvous;
import dev.trainwright.train.world.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** The process of one rank of {@code trainwright measure}: all do the same at once, so that what they share is shared as in training. */
public final class ProbeRank {
    private static final int WARMUP = 5;
    private static final int SAMPLES = 31;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Collectives everyone;
    private final boolean tells;

    private ProbeRank(Collectives everyone, boolean tells) {
        this.everyone = everyone;
        this.tells = tells;
    }

    /** Two arguments: compute threads, and the file that rank 0 writes. */
    public static void main(String[] arguments) {
        RankProcess.run(() -> {
            int threads = Integer.parseInt(arguments[0]);
            Engine.start(threads);
            try (World world = World.join(Rendezvous.detect(System.getenv()), TIMEOUT)) {
                boolean tells = world.identity().rank() == 0;
                Figures figures = new ProbeRank(world.everyone(), tells)
                        .figures(world.identity().world(), threads);
                if (tells) {
                    figures.write(Path.of(arguments[1]));
                }
                world.everyone().barrier();
            }
        });
    }

    private Figures figures(int ranks, int threads) throws IOException {
        everyone.barrier();
        double resident = residentBytes();
        int side = Figures.SIDE;
        int few = Figures.SHORT;
        Tensor one = Tensors.zeros(ScalarType.Float, 1);
        Tensor large = Tensors.zeros(ScalarType.Float, Figures.REDUCE_BYTES / Float.BYTES);
        return new Figures(
                ranks,
                threads,
                product("matrix product", side, side, side),
                product("few rows", few, side, side),
                product("few columns", side, few, side),
                product("small inner size", side, side, few),
                attention(false),
                attention(true),
                convolution(),
                addition("memory", Figures.STREAM_BYTES / Float.BYTES, 1),
                addition("elementwise", Figures.VECTOR, 20),
                addition("launch", 1, 200),
                time("all-reduce of 4 bytes", 20, () -> everyone.allReduce(one)),
                time("all-reduce of 32 MiB", 1, () -> everyone.allReduce(large)),
                resident,
                Engine.version());
    }

    private Timing product(String name, long m, long n, long k) {
        Tensor a = random(m, k);
        Tensor b = random(k, n);
        return time(name, 1, () -> a.matmul(b));
    }

    private Timing convolution() {
        Tensor x = random(1, Figures.CHANNELS, Figures.IMAGE, Figures.IMAGE);
        Tensor w = random(Figures.CHANNELS, Figures.CHANNELS, 3, 3);
        long[] ones = {1, 1};
        return time("convolution", 1, () -> torch.conv2d(x, w, new TensorOptional(), ones, ones, ones, 1));
    }

    private Timing addition(String name, long numbers, int times) {
        Tensor a = random(numbers);
        Tensor b = random(numbers);
        Tensor c = random(numbers);
        return time(name, times, () -> torch.add_out(c, a, b));
    }

    private Timing attention(boolean backward) {
        Tensor[] qkv = new Tensor[3];
        for (int i = 0; i < qkv.length; i++) {
            qkv[i] = random(1, Figures.HEADS, Figures.SEQUENCE, Figures.HEAD).set_requires_grad(backward);
        }
        return time(backward ? "attention with backward" : "attention", 1, () -> {
            Tensor out = torch.scaled_dot_product_attention(
                    qkv[0], qkv[1], qkv[2], new TensorOptional(), 0, true, new DoubleOptional(), false);
            if (backward) {
                Tensors.backward(out, torch.ones_like(out));
            }
        });
    }

    private Timing time(String name, int times, Runnable body) {
        double[] samples = new double[SAMPLES];
        for (int i = -WARMUP; i < SAMPLES; i++) {
            everyone.barrier();
            long start = System.nanoTime();
            for (int j = 0; j < times; j++) {
                Tensors.scope(body);
            }
            if (i >= 0) {
                samples[i] = (System.nanoTime() - start) * 1e-9 / times;
            }
        }
        Timing timing = Timing.of(samples);
        if (tells) {
            System.out.printf("%s: %.4g ms, spread %.1f %%%n", name, 1e3 * timing.seconds(), 100 * timing.spread());
        }
        return timing;
    }

    private static Tensor random(long... shape) {
        return torch.rand(shape, Tensors.of(ScalarType.Float));
    }

    private static double residentBytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                .findFirst()
                .orElseThrow();
    }
}

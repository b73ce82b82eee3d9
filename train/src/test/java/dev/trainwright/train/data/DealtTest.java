package dev.trainwright.train.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.train.engine.Engine;
import dev.trainwright.train.engine.Tensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What all replicas of any number see in an epoch is each token of a text and each row of a table, once. */
class DealtTest {
    @TempDir
    private Path folder;

    @Test
    void everyTokenAndEveryRowOnce() throws IOException {
        Engine.start(1);
        SplittableRandom random = new SplittableRandom(4);
        for (int trial = 0; trial < 20; trial++) {
            int count = random.nextInt(2, 200);
            int sequence = random.nextInt(1, Math.min(9, count));
            byte[] text = new byte[count];
            for (int i = 0; i < count; i++) {
                text[i] = (byte) i;
            }
            Dataset tokens = TextTokens.read(Files.write(folder.resolve("text"), text), NamedTokenizer.BYTES, sequence);
            assertThat(dealt(tokens, MicroBatch::inputs, random))
                    .containsExactlyInAnyOrderElementsOf(numbers((count - 1) / sequence * sequence));
            String rows = IntStream.range(0, count).mapToObj(i -> "7," + i).collect(Collectors.joining("\n"));
            Path table = Files.writeString(folder.resolve("rows.csv"), "a,b\n" + rows + "\n");
            assertThat(dealt(Table.read(table, "b", 1, 1), MicroBatch::targets, random))
                    .containsExactlyInAnyOrderElementsOf(numbers(count));
        }
    }

    private static List<Double> dealt(Dataset data, Function<MicroBatch, Tensor> part, SplittableRandom random) {
        Sampler sampler = new Sampler(data.size(), random.nextInt(1, 30), random.nextLong());
        int replicas = random.nextInt(1, 8);
        int microBatch = random.nextInt(1, 5);
        List<Double> seen = new ArrayList<>();
        for (long step = 0; step < sampler.stepsPerEpoch(); step++) {
            for (int replica = 0; replica < replicas; replica++) {
                for (long[] samples : sampler.microBatches(step, replica, replicas, microBatch)) {
                    Tensors.scope(() -> Arrays.stream(
                                    Tensors.doubles(part.apply(data.batch(samples, ScalarType.Double))))
                            .forEach(seen::add));
                }
            }
        }
        return seen;
    }

    private static List<Double> numbers(int count) {
        return IntStream.range(0, count).mapToObj(i -> (double) i).toList();
    }
}

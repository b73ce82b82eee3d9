package dev.trainwright.train;

import static dev.trainwright.train.nn.AttentionBias.ALL;
import static dev.trainwright.train.nn.AttentionBias.NONE;

import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Overlap;
import dev.trainwright.layout.Recompute;
import dev.trainwright.layout.Schedule;
import dev.trainwright.layout.Synchrony;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.train.checkpoint.Checkpoints;
import dev.trainwright.train.checkpoint.TrainingState;
import dev.trainwright.train.data.Dataset;
import dev.trainwright.train.data.MaskedTokens;
import dev.trainwright.train.data.MicroBatch;
import dev.trainwright.train.data.Sampler;
import dev.trainwright.train.data.SyntheticImages;
import dev.trainwright.train.data.SyntheticTokens;
import dev.trainwright.train.engine.Engine;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.launch.RankProcess;
import dev.trainwright.train.nn.Adapted;
import dev.trainwright.train.nn.EncoderSpec;
import dev.trainwright.train.nn.Losses;
import dev.trainwright.train.nn.Network;
import dev.trainwright.train.nn.Networks;
import dev.trainwright.train.nn.Numerics;
import dev.trainwright.train.nn.Parameter;
import dev.trainwright.train.nn.TransformerSpec;
import dev.trainwright.train.pretrained.ModelFolder;
import dev.trainwright.train.pretrained.Pretrained;
import dev.trainwright.train.trainer.Recipe;
import dev.trainwright.train.trainer.StepResult;
import dev.trainwright.train.trainer.Trainer;
import dev.trainwright.train.trainer.UpdateRule;
import dev.trainwright.train.world.Rendezvous;
import dev.trainwright.train.world.World;
import dev.trainwright.workload.ConvNet;
import dev.trainwright.workload.FineTuning;
import dev.trainwright.workload.NumberFormat;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.source.Models;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** One rank of a small training run, a process of its own: arguments are {@code key=value}. Rank 0 writes the losses; all write one checkpoint. */
public final class TinyRun {
    /** Two basic blocks and a bottleneck, the last two with a projection. */
    private static final ConvNet RESIDUAL = new ConvNet(
            "residual",
            16,
            List.of(
                    convolution(7, 2, 32, 8),
                    convolution(3, 32, 32, 4),
                    convolution(3, 32, 32, 4),
                    convolution(3, 32, 64, 2),
                    convolution(3, 64, 64, 2),
                    convolution(1, 32, 64, 2),
                    convolution(1, 64, 32, 2),
                    convolution(3, 32, 32, 1),
                    convolution(1, 32, 96, 1),
                    convolution(1, 64, 96, 1)),
            List.of(new ConvNet.Dense(96, 10)),
            2 * (3 * 32 + 3 * 64 + 2 * 32 + 2 * 96));

    private static final List<Recompute> RECOMPUTE = List.of(Recompute.NONE, Recompute.FULL, Recompute.SELECTIVE);

    private final Map<String, String> options;

    private TinyRun(Map<String, String> options) {
        this.options = options;
    }

    /** Several runs, one after another in the same processes, are separated by {@code --}. */
    public static void main(String[] arguments) {
        RankProcess.run(() -> all(arguments));
    }

    private static void all(String[] arguments) throws Exception {
        Engine.start(1);
        List<Map<String, String>> runs = Arrays.stream(
                        String.join(" ", arguments).split(" -- ", -1))
                .map(run -> Arrays.stream(run.split(" ", -1))
                        .map(argument -> argument.split("=", 2))
                        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1])))
                .toList();
        Duration timeout = Duration.ofSeconds(Long.parseLong(runs.get(0).getOrDefault("timeout", "180")));
        if (runs.get(0).containsKey("collect")) {
            collect();
        }
        try (World world = World.join(Rendezvous.detect(System.getenv()), timeout)) {
            for (Map<String, String> run : runs) {
                new TinyRun(run).run(world);
            }
        }
    }

    /** Collects garbage all the time: native memory whose Java object is out of reach is free at once. */
    private static void collect() {
        Thread collector = new Thread(() -> {
            while (true) {
                System.gc();
            }
        });
        collector.setDaemon(true);
        collector.start();
    }

    private void run(World world) throws Exception {
        Network network = switch (text("model", "llama")) {
            case "folder" -> pretrained();
            case "gpt2" ->
                new TransformerSpec(
                        32, 4, 4, 4, 8, 64, false, false, ALL, true, true, 48, 16, true, 0, 0, Numerics.of(true));
            case "untied" ->
                new TransformerSpec(
                        32, 4, 4, 4, 8, 64, false, false, ALL, true, true, 48, 16, false, 0, 0, Numerics.of(true));
            case "bert" ->
                new EncoderSpec(
                        new TransformerSpec(
                                32,
                                4,
                                4,
                                4,
                                8,
                                64,
                                false,
                                false,
                                ALL,
                                true,
                                false,
                                48,
                                16,
                                true,
                                0,
                                0,
                                Numerics.of(true)),
                        2);
            case "mixture" ->
                new TransformerSpec(
                        32, 4, 4, 2, 8, 24, true, true, NONE, false, true, 48, 0, false, 4, 2, Numerics.of(false));
            case "adapted" ->
                new Adapted(
                        new TransformerSpec(
                                32,
                                4,
                                4,
                                2,
                                8,
                                64,
                                true,
                                true,
                                NONE,
                                false,
                                true,
                                48,
                                0,
                                false,
                                0,
                                0,
                                Numerics.of(false)),
                        new FineTuning.LowRank(3, List.of("q", "v", "down"), NumberFormat.FP32));
            case "perceptron" -> Networks.of(Models.perceptron("mlp", List.of(2 * 16 * 16, 24, 24, 10)));
            case "residual" -> Networks.of(RESIDUAL);
            default ->
                new TransformerSpec(
                        32, 4, 4, 2, 8, 64, true, true, NONE, false, true, 48, 0, false, 0, 0, Numerics.of(false));
        };
        boolean fp64 = text("type", "fp64").equals("fp64");
        UpdateRule rule = text("rule", "sgd").equals("sgd")
                ? new UpdateRule.Sgd(0.9)
                : new UpdateRule.AdamW(0.9, 0.95, 1e-8, 0.1);
        Recipe recipe = new Recipe(
                fp64 ? ScalarType.Double : ScalarType.Float,
                text("autocast", "0").equals("1"),
                rule,
                dev.trainwright.train.trainer.Schedule.constant(
                        Double.parseDouble(text("rate", text("rule", "sgd").equals("sgd") ? "0.05" : "0.003"))),
                Double.parseDouble(text("clip", "0")),
                7);
        Dataset data = network instanceof EncoderSpec
                ? new MaskedTokens(new SyntheticTokens(number("samples", 22), 16, 46, 3), 47, 46, 3)
                : network.unit().equals("tokens")
                        ? new SyntheticTokens(number("samples", 22), 16, 48, 3)
                        : new SyntheticImages(number("samples", 22), 10, 3, 2, 16, 16);
        Trainer trainer = new Trainer(
                world,
                layout(),
                network,
                options.containsKey("padded") ? new Padded(data) : data,
                new Sampler(number("samples", 22), number("batch", 8), 5),
                recipe);
        Checkpoints checkpoints = new Checkpoints(Path.of(text("out", "")), 3);
        long first = 0;
        if (options.containsKey("resume") && checkpoints.newest().isPresent()) {
            first = TrainingState.load(checkpoints.newest().get(), trainer, recipe.seed());
        }
        List<String> losses = new ArrayList<>();
        int rank = world.identity().rank();
        for (long step = first + 1; step <= number("steps", 4); step++) {
            if (rank == number("failRank", -1) && step == number("failStep", -1)) {
                fail();
            }
            System.out.println("step " + step);
            StepResult result = trainer.step(step);
            losses.add(step + " " + Double.toHexString(result.loss()) + " " + result.loss() + " " + result.terms());
            if (step % number("every", 1000) == 0) {
                TrainingState.save(checkpoints, trainer, world, step, recipe.seed());
            }
        }
        TrainingState.save(checkpoints, trainer, world, number("steps", 4), recipe.seed());
        Files.write(Path.of(text("out", "")).resolve("losses-" + rank), losses);
        if (options.containsKey("bits")) {
            Files.writeString(Path.of(text("out", "")).resolve("bits-" + rank), bits(trainer));
        }
        if (options.containsKey("save")) {
            Transformer model = (Transformer) Models.resolve(text("folder", ""), Path.of(""));
            new ModelFolder(model.family(), Map.of(), model.files(), number("largest", Integer.MAX_VALUE))
                    .save(Path.of(text("save", "")), trainer, world);
        }
    }

    /** A checksum of all the weights that this rank holds. */
    private static String bits(Trainer trainer) {
        CRC32C crc = new CRC32C();
        ByteBuffer eight = ByteBuffer.allocate(Double.BYTES);
        Tensors.scope(() -> {
            for (Parameter parameter : trainer.parameters()) {
                for (double value : Tensors.doubles(parameter.value())) {
                    crc.update(eight.clear().putDouble(value).flip());
                }
            }
        });
        return Long.toHexString(crc.getValue());
    }

    /** The same samples with the end of each hidden behind padding, by its number: their micro-batches count unequally. */
    private record Padded(Dataset of) implements Dataset {
        @Override
        public long size() {
            return of.size();
        }

        @Override
        public MicroBatch batch(long[] samples, ScalarType type) {
            MicroBatch whole = of.batch(samples, type);
            long[] targets = Tensors.longs(whole.targets());
            int length = targets.length / samples.length;
            long counted = 0;
            for (int i = 0; i < targets.length; i++) {
                boolean padding = i % length > samples[i / length] % length;
                targets[i] = padding ? Losses.IGNORED : targets[i];
                counted += padding ? 0 : 1;
            }
            return new MicroBatch(whole.inputs(), Tensors.of(targets, samples.length, length), counted);
        }
    }

    /** The model in the folder {@code folder}. */
    private Network pretrained() {
        Path folder = Path.of(text("folder", ""));
        Transformer model = (Transformer) Models.resolve(folder.toString(), Path.of(""));
        return new Pretrained(Networks.of(model), model.family(), folder);
    }

    private static ConvNet.Convolution convolution(int kernel, int in, int out, int side) {
        return new ConvNet.Convolution(kernel, kernel, in, out, side, side, 1, false);
    }

    /** Dies, falls silent or throws. */
    private void fail() throws InterruptedException {
        switch (text("fail", "")) {
            case "exit" -> Runtime.getRuntime().halt(9);
            case "silent" -> new java.util.concurrent.CountDownLatch(1).await();
            default -> throw new IllegalStateException("the data of step 3 is spoilt");
        }
    }

    private Layout layout() {
        int dp = number("dp", 1);
        return new Layout(
                dp,
                number("tp", 1),
                number("pp", 1),
                1,
                number("ep", 1),
                number("v", 1),
                Schedule.valueOf(text("schedule", "one_f_one_b").toUpperCase(Locale.ROOT)),
                options.containsKey("stages")
                        ? Arrays.stream(text("stages", "").split(",", -1))
                                .map(Integer::valueOf)
                                .toList()
                        : List.of(),
                ZeroStage.values()[number("zero", 0)],
                number("shard", dp),
                number("reshard", 1) == 1,
                number("sync", number("zero", 0) > 1 ? 1 : 0) == 1,
                number("micro", 8),
                options.containsKey("sequence"),
                RECOMPUTE.get(number("recompute", 0)),
                Offload.NONE,
                new Overlap(number("overlap", 1) == 1, false, false, false),
                Synchrony.SYNCHRONOUS);
    }

    private String text(String key, String otherwise) {
        return options.getOrDefault(key, otherwise);
    }

    private int number(String key, int otherwise) {
        return Integer.parseInt(text(key, Integer.toString(otherwise)));
    }
}

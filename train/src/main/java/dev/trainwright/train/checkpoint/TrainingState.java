package dev.trainwright.train.checkpoint;

import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.nn.Parameter;
import dev.trainwright.train.parallel.Slot;
import dev.trainwright.train.trainer.Trainer;
import dev.trainwright.train.world.World;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;

/** A trainer's weights and optimizer state, into a checkpoint and out of one that any layout wrote. */
public final class TrainingState {
    private static final String WEIGHT = "weight";

    private record Key(String parameter, String field) {}

    private TrainingState() {}

    /** Writes the state after {@code step}; every rank calls it. */
    public static void save(Checkpoints checkpoints, Trainer trainer, World world, long step, long seed) {
        write(checkpoints, trainer, world, step, seed, slot -> fields(trainer, slot));
    }

    /** Writes the weights alone, for {@link #weights}; every rank calls it. */
    public static void saveWeights(Checkpoints checkpoints, Trainer trainer, World world) {
        write(checkpoints, trainer, world, 0, 0, slot -> Map.of(WEIGHT, slot.weights()));
    }

    private static void write(
            Checkpoints checkpoints,
            Trainer trainer,
            World world,
            long step,
            long seed,
            Function<Slot, Map<String, Tensor>> fields) {
        Tensors.scope(() -> {
            List<Checkpoints.Stored> parts = new ArrayList<>();
            for (Slot slot : trainer.optimizer().slots()) {
                if (trainer.stores(slot)) {
                    fields.apply(slot).forEach((field, tensor) -> parts.addAll(stored(slot, field, tensor)));
                }
            }
            checkpoints.write(
                    step,
                    seed,
                    parts,
                    world.identity().rank(),
                    world.identity().world(),
                    () -> world.everyone().barrier());
        });
    }

    /**
     * Loads the newest checkpoint that is whole; every rank calls it, rank 0 looks for all.
     *
     * @param damaged told of each newer one that is passed over, on rank 0
     * @return the step it was written after, 0 when there is no checkpoint
     * @throws CheckpointException when all are damaged, or of another model or seed
     */
    public static long resume(
            Checkpoints checkpoints, Trainer trainer, World world, long seed, Consumer<String> damaged) {
        long found = world.identity().rank() == 0 ? checkpoints.newestWhole(damaged) : 0;
        long step = Math.round(world.everyone().gather(found)[0][0]);
        return step == 0 ? 0 : load(checkpoints.of(step), trainer, seed);
    }

    /**
     * Loads checkpoint {@code path} into {@code trainer} and returns the step it was written after.
     *
     * @throws CheckpointException when it is damaged, of another model, or of another seed
     */
    public static long load(Path path, Trainer trainer, long seed) {
        long[] step = new long[1];
        Tensors.scope(() -> Tensors.noGrad(() -> {
            Checkpoints.Content content = Checkpoints.read(path);
            if (content.seed() != seed) {
                throw new CheckpointException(path + " was trained with seed " + content.seed() + ", not " + seed);
            }
            Map<Key, List<Checkpoints.Stored>> byKey = new LinkedHashMap<>();
            for (Checkpoints.Stored stored : content.stored()) {
                byKey.computeIfAbsent(
                                new Key(stored.run().parameter(), stored.run().field()), key -> new ArrayList<>())
                        .add(stored);
            }
            for (Slot slot : trainer.optimizer().slots()) {
                fields(trainer, slot).forEach((field, tensor) -> {
                    for (Slot.Piece piece : slot.pieces()) {
                        fill(path, byKey, piece, field, tensor.detach().view(-1));
                    }
                });
            }
            step[0] = content.step();
        }));
        trainer.loaded();
        return step[0];
    }

    private static Map<String, Tensor> fields(Trainer trainer, Slot slot) {
        Map<String, Tensor> fields = new TreeMap<>(trainer.optimizer().state(slot));
        fields.put(WEIGHT, slot.weights());
        return fields;
    }

    private static List<Checkpoints.Stored> stored(Slot slot, String field, Tensor tensor) {
        Tensor flat = tensor.detach().view(-1);
        List<Checkpoints.Stored> stored = new ArrayList<>();
        for (Slot.Piece piece : slot.pieces()) {
            Parameter p = piece.parameter();
            List<Long> shape = java.util.Arrays.stream(p.shape()).boxed().toList();
            stored.add(new Checkpoints.Stored(
                    new Manifest.Run(
                            field + ":" + p.name(),
                            p.name(),
                            field,
                            shape,
                            p.splitDim(),
                            p.splitRank(),
                            p.splitSize(),
                            piece.from(),
                            piece.to()),
                    flat.narrow(0, piece.offset(), piece.to() - piece.from())));
        }
        return stored;
    }

    private static void fill(
            Path path, Map<Key, List<Checkpoints.Stored>> byKey, Slot.Piece piece, String field, Tensor flat) {
        Parameter parameter = piece.parameter();
        List<Checkpoints.Stored> runs = byKey.getOrDefault(new Key(parameter.name(), field), List.of());
        if (runs.isEmpty()
                || !java.util.Arrays.equals(
                        parameter.shape(),
                        runs.get(0).run().shape().stream()
                                .mapToLong(Long::longValue)
                                .toArray())) {
            throw new CheckpointException(path + " has no " + field + " of " + parameter.name() + " in the shape "
                    + java.util.Arrays.toString(parameter.shape()) + ": it was written for another model or optimizer");
        }
        Tensor whole = whole(runs);
        Tensor mine = parameter.slice(whole).contiguous().view(-1);
        long length = piece.to() - piece.from();
        flat.narrow(0, piece.offset(), length).copy_(mine.narrow(0, piece.from(), length));
    }

    /** Puts a parameter together from its runs: runs make slices, slices make the whole. */
    static Tensor whole(List<Checkpoints.Stored> runs) {
        Manifest.Run any = runs.get(0).run();
        long[] shape = any.shape().stream().mapToLong(Long::longValue).toArray();
        Tensor whole = Tensors.zeros(runs.get(0).value().scalar_type(), shape);
        for (int slice = 0; slice < any.splitSize(); slice++) {
            Tensor target = any.splitDim() < 0
                    ? whole
                    : whole.narrow(
                            any.splitDim(),
                            slice * (shape[any.splitDim()] / any.splitSize()),
                            shape[any.splitDim()] / any.splitSize());
            Tensor flat = target.contiguous().view(-1).clone();
            for (Checkpoints.Stored stored : runs) {
                if (any.splitDim() < 0 || stored.run().splitRank() == slice) {
                    flat.narrow(
                                    0,
                                    stored.run().from(),
                                    stored.run().to() - stored.run().from())
                            .copy_(stored.value());
                }
            }
            target.copy_(flat.view_as(target));
        }
        return whole;
    }

    /** All weights of checkpoint {@code path}, whole, by name: what other tools read when it is written as safetensors. */
    public static Map<String, Tensor> weights(Path path) {
        Map<String, List<Checkpoints.Stored>> byName = new LinkedHashMap<>();
        for (Checkpoints.Stored stored : Checkpoints.read(path).stored()) {
            if (stored.run().field().equals(WEIGHT)) {
                byName.computeIfAbsent(stored.run().parameter(), key -> new ArrayList<>())
                        .add(stored);
            }
        }
        Map<String, Tensor> weights = new LinkedHashMap<>();
        byName.forEach((name, runs) -> weights.put(name, whole(runs)));
        return weights;
    }
}

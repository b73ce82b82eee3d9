package dev.trainwright.train.checkpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The checkpoints of one run, directories {@code step-00000100}. Each is written under a temporary name, forced to disk and renamed, so that one which is there is
 * whole; bytes that changed since are found by their checksums.
 *
 * @param directory of all of them
 * @param keep how many to keep, at least 1
 */
public record Checkpoints(Path directory, int keep) {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    private static final String PREFIX = "step-";
    private static final String TEMPORARY = ".unfinished-";

    /**
     * A tensor to store.
     *
     * @param run what it is
     * @param value flat
     */
    record Stored(Manifest.Run run, Tensor value) {}

    /**
     * Writes this rank's part of a checkpoint. All ranks call it; {@code barrier} is passed twice. On return the checkpoint is there for good.
     *
     * @param parts this rank's tensors, each held by one rank only
     * @param rank 0 leads
     * @throws UncheckedIOException naming the file; the checkpoints before are still there
     */
    void write(long step, long seed, List<Stored> parts, int rank, int world, Runnable barrier) {
        Path whole = of(step);
        Path writing = directory.resolve(TEMPORARY + step);
        try {
            if (rank == 0) {
                Files.createDirectories(directory);
                deleteUnfinished();
                Files.createDirectory(writing);
            }
            barrier.run();
            writeShard(writing, rank, parts);
            barrier.run();
            if (rank == 0) {
                List<Manifest.Shard> shards = new ArrayList<>();
                for (int r = 0; r < world; r++) {
                    Path part = writing.resolve(name(r) + ".json");
                    shards.add(JSON.readValue(Files.readAllBytes(part), Manifest.Shard.class));
                    Files.delete(part);
                }
                Durable.write(
                        writing.resolve(Manifest.FILE),
                        JSON.writeValueAsBytes(new Manifest(Manifest.FORMAT, step, seed, shards)));
                remove(whole);
                Durable.rename(writing, whole);
                prune();
            }
            barrier.run();
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the checkpoint of step " + step + " cannot be written: " + Durable.message(e), e);
        }
    }

    /** The newest checkpoint. */
    public Optional<Path> newest() {
        List<Path> all = all();
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
    }

    /** The checkpoint after {@code step}. */
    Path of(long step) {
        return directory.resolve(PREFIX + "%08d".formatted(step));
    }

    /**
     * The step of the newest checkpoint that is whole, 0 where there is none at all. A damaged one is told to {@code damaged} and passed over: training again from the one before comes to the
     * same weights.
     *
     * @throws CheckpointException when there are some and every one is damaged
     */
    long newestWhole(Consumer<String> damaged) {
        List<Path> all = all();
        for (int i = all.size() - 1; i >= 0; i--) {
            try {
                return check(all.get(i)).step();
            } catch (CheckpointException e) {
                damaged.accept(String.valueOf(e.getMessage()));
                if (i == 0) {
                    throw new CheckpointException(
                            e.getMessage() + ", and " + directory
                                    + " has no checkpoint that is whole: move it away to begin anew",
                            e);
                }
            }
        }
        return 0;
    }

    /** Reads {@code path}'s manifest and compares every file with it. */
    private static Manifest check(Path path) {
        Path manifestFile = path.resolve(Manifest.FILE);
        try {
            Manifest manifest = JSON.readValue(Files.readAllBytes(manifestFile), Manifest.class);
            if (manifest.format() != Manifest.FORMAT) {
                throw new CheckpointException(
                        manifestFile + " has format " + manifest.format() + "; " + Manifest.FORMAT + " is read");
            }
            for (Manifest.Shard shard : manifest.files()) {
                Path file = path.resolve(shard.file());
                long bytes = Files.size(file);
                if (bytes != shard.bytes()) {
                    throw new CheckpointException(
                            file + " is damaged: it has " + bytes + " bytes, " + shard.bytes() + " were written");
                }
                if (!Durable.sha256(file).equals(shard.sha256())) {
                    throw new CheckpointException(
                            file + " is damaged: its bytes are not those that were written (SHA-256)");
                }
            }
            return manifest;
        } catch (IOException e) {
            throw new CheckpointException("checkpoint " + path + " cannot be read: " + Durable.message(e), e);
        } catch (JacksonException e) {
            throw new CheckpointException(manifestFile + " is damaged: " + e.getOriginalMessage(), e);
        }
    }

    /**
     * Everything that checkpoint {@code path} holds, each file checked.
     *
     * @throws CheckpointException naming the file that is missing or damaged
     */
    static Content read(Path path) {
        Manifest manifest = check(path);
        List<Stored> stored = new ArrayList<>();
        for (Manifest.Shard shard : manifest.files()) {
            Map<String, Tensor> tensors = SafeTensors.read(path.resolve(shard.file()));
            for (Manifest.Run run : shard.runs()) {
                stored.add(new Stored(run, java.util.Objects.requireNonNull(tensors.get(run.key()))));
            }
        }
        return new Content(manifest.step(), manifest.seed(), stored);
    }

    /** What a checkpoint holds. */
    record Content(long step, long seed, List<Stored> stored) {}

    private static void writeShard(Path writing, int rank, List<Stored> parts) throws IOException {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        parts.forEach(part -> tensors.put(part.run().key(), part.value()));
        Path file = writing.resolve(name(rank));
        SafeTensors.write(file, tensors);
        Manifest.Shard shard = new Manifest.Shard(
                name(rank),
                Files.size(file),
                Durable.sha256(file),
                parts.stream().map(Stored::run).toList());
        Durable.write(writing.resolve(name(rank) + ".json"), JSON.writeValueAsBytes(shard));
    }

    /** Renamed first, so that one which is there is whole at every moment. */
    private void prune() throws IOException {
        List<Path> all = all();
        for (Path old : all.subList(0, Math.max(0, all.size() - keep))) {
            remove(old);
        }
    }

    private void remove(Path whole) throws IOException {
        if (Files.exists(whole)) {
            Path removing = directory.resolve(TEMPORARY + whole.getFileName());
            Durable.rename(whole, removing);
            Durable.delete(removing);
        }
    }

    /** Deletes what a run that died has left behind. */
    private void deleteUnfinished() throws IOException {
        for (Path unfinished : named(TEMPORARY)) {
            Durable.delete(unfinished);
        }
    }

    private List<Path> all() {
        return named(PREFIX);
    }

    private List<Path> named(String prefix) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(path -> String.valueOf(path.getFileName()).startsWith(prefix))
                    .sorted(Comparator.comparing(path -> String.valueOf(path.getFileName())))
                    .toList();
        } catch (IOException e) {
            throw new CheckpointException(directory + " cannot be listed: " + e, e);
        }
    }

    private static String name(int rank) {
        return "rank-%05d.safetensors".formatted(rank);
    }
}

package dev.trainwright.train.run;

import dev.trainwright.train.measure.ChromeTrace;
import dev.trainwright.train.world.Collectives;
import dev.trainwright.train.world.Trace;
import dev.trainwright.train.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/** Puts what all ranks recorded into one Chrome trace: a process for each rank, a thread for its loop and one for its communication. */
final class TraceFile {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int ROUNDS = 9;

    private TraceFile() {}

    /** Writes {@code file}, which every rank can reach; every rank calls it. */
    static void write(Path file, World world) {
        int rank = world.identity().rank();
        // Before the first meeting, whose own messages are recorded too.
        List<Trace.Span> spans = world.trace().spans();
        long ahead = ahead(world.everyone());
        double own = spans.stream().mapToDouble(Trace.Span::startNanos).min().orElse(System.nanoTime()) - ahead;
        double zero = Arrays.stream(world.everyone().gather(own))
                .mapToDouble(first -> first[0])
                .min()
                .orElseThrow();
        List<ChromeTrace.Event> events = new ArrayList<>();
        List<Long> busyUntil = new ArrayList<>();
        for (Trace.Span span : spans.stream()
                .sorted(Comparator.comparingLong(Trace.Span::startNanos))
                .toList()) {
            events.add(new ChromeTrace.Event(
                    rank,
                    span.lane() == Trace.Lane.LOOP ? 0 : 1 + free(busyUntil, span),
                    span.name(),
                    span.category(),
                    (span.startNanos() - ahead - zero) * 1e-9,
                    (span.endNanos() - span.startNanos()) * 1e-9,
                    Map.of()));
        }
        try {
            Files.write(part(file, rank), JSON.writeValueAsBytes(events));
            world.everyone().barrier();
            if (rank == 0) {
                Files.writeString(file, merged(file, world.identity().world()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the trace " + file + " cannot be written: " + e, e);
        }
    }

    /** The first row of communication that is free when {@code span} begins; a row shows one at a time. */
    private static int free(List<Long> busyUntil, Trace.Span span) {
        int row = 0;
        while (row < busyUntil.size() && busyUntil.get(row) > span.startNanos()) {
            row++;
        }
        if (row == busyUntil.size()) {
            busyUntil.add(0L);
        }
        busyUntil.set(row, span.endNanos());
        return row;
    }

    /** By how many nanoseconds this process's clock is ahead of rank 0's: all leave a barrier at about the same time, the median of several says when. */
    private static long ahead(Collectives everyone) {
        double[] ahead = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            everyone.barrier();
            double[][] clocks = everyone.gather(System.nanoTime());
            ahead[round] = clocks[everyone.rank()][0] - clocks[0][0];
        }
        Arrays.sort(ahead);
        return Math.round(ahead[ROUNDS / 2]);
    }

    private static String merged(Path file, int world) throws IOException {
        Map<Integer, String> processes = new TreeMap<>();
        List<ChromeTrace.Track> tracks = new ArrayList<>();
        List<ChromeTrace.Event> events = new ArrayList<>();
        for (int rank = 0; rank < world; rank++) {
            processes.put(rank, "rank " + rank);
            ChromeTrace.Event[] own = JSON.readValue(Files.readAllBytes(part(file, rank)), ChromeTrace.Event[].class);
            events.addAll(List.of(own));
            int rows =
                    Arrays.stream(own).mapToInt(ChromeTrace.Event::thread).max().orElse(0);
            for (int row = 0; row <= rows; row++) {
                tracks.add(new ChromeTrace.Track(rank, row, row == 0 ? "training loop" : "communication " + row));
            }
            Files.delete(part(file, rank));
        }
        return ChromeTrace.json(processes, tracks, events);
    }

    private static Path part(Path file, int rank) {
        return file.resolveSibling(file.getFileName() + ".rank-" + rank);
    }
}

package dev.trainwright.train.measure;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the probes of one machine found with {@code ranks} processes at work at once; figures of rank 0.
 *
 * @param ranks processes
 * @param threads compute threads of each
 * @param engine libtorch's version
 * @param products matrix products
 * @param attention causal attention over {@value #HEADS} heads of {@value #HEAD}, {@value #SEQUENCE} tokens
 * @param convolution a 3 x 3 convolution, {@value #CHANNELS} channels both ways, {@value #IMAGE} x {@value #IMAGE} positions
 * @param launches {@value #LAUNCHES} additions of one number to another
 * @param stream an addition of two arrays of {@value #STREAM_BYTES} bytes into a third
 * @param vector the same with arrays of {@value #VECTOR} numbers, which caches hold
 * @param transfers collectives and messages by size; none with one process
 * @param overlap of compute and communication; null with one process
 * @param step a training step of next to no work: what a step takes whatever its size
 * @param residentBytes largest resident memory of a process that trains next to nothing
 * @param training of a small decoder, see {@link ProbeTraining}
 * @param disturbedProbes probes beside which other work took processor time, all tries
 */
public record Figures(
        int ranks,
        int threads,
        String engine,
        Products products,
        Passes attention,
        Passes convolution,
        Passes launches,
        Timing stream,
        Timing vector,
        List<Transfer> transfers,
        @Nullable Overlap overlap,
        Timing step,
        double residentBytes,
        Training training,
        int disturbedProbes) {
    static final int SIDE = 1024;
    static final int SHORT = 64;
    static final int HEADS = 32;
    static final int HEAD = 64;
    static final int SEQUENCE = 256;
    static final int CHANNELS = 64;
    static final int IMAGE = 56;
    static final int LAUNCHES = 200;
    static final int VECTOR = 1 << 16;
    static final int STREAM_BYTES = 64 << 20;

    /** Sizes of the sweep over collectives, bytes. */
    static final int[] SIZES = {4, 64 << 10, 1 << 20, 4 << 20, 32 << 20};

    private static final JsonMapper JSON = new JsonMapper();

    /**
     * Matrix products in fp32.
     *
     * @param full of {@value Figures#SIDE}-cube
     * @param fewRows with {@value Figures#SHORT} rows
     * @param fewColumns with {@value Figures#SHORT} columns
     * @param shallow with {@value Figures#SHORT} as inner size
     * @param both the full one with the two products of its backward pass
     */
    public record Products(Timing full, Timing fewRows, Timing fewColumns, Timing shallow, Timing both) {}

    /**
     * An operation.
     *
     * @param forward alone
     * @param both with its backward pass
     */
    public record Passes(Timing forward, Timing both) {
        /** Seconds of the backward pass. */
        double backwardSeconds(String name) {
            return beyond(name + " with backward", both, name, forward);
        }
    }

    /**
     * Steps of a small training.
     *
     * @param passes forward and backward over the layers
     * @param update of the weights
     * @param residentBytes largest resident memory of the process by then
     */
    public record Training(Timing passes, Timing update, double residentBytes) {}

    /**
     * A collective, or a message, by size.
     *
     * @param collective its name
     * @param bytes on every rank
     * @param time it takes
     */
    public record Transfer(String collective, int bytes, Timing time) {
        public static final String ALL_REDUCE = "all-reduce";

        static final String ALL_GATHER = "all-gather";
        static final String REDUCE_SCATTER = "reduce-scatter";

        /** There and back. */
        static final String ROUND_TRIP = "point to point and back";
    }

    /**
     * Compute beside communication.
     *
     * @param compute alone
     * @param reduce an all-reduce alone
     * @param beside the same compute while the all-reduce is under way
     */
    public record Overlap(Timing compute, Timing reduce, Timing beside) {
        /** By how much compute slows for each second of communication beside it; 0 where it does not, at most 1: more would not hide it. */
        public double drag() {
            return Math.max(0, Math.min(1, (beside.seconds() - compute.seconds()) / reduce.seconds()));
        }
    }

    public Figures {
        transfers = List.copyOf(transfers);
    }

    /** FLOP/s of a product so large that none of its sides slows it, see {@link #half}. */
    public double productFlops() {
        double fill = (1 + half(products.fewRows) / SIDE)
                * (1 + half(products.fewColumns) / SIDE)
                * (1 + half(products.shallow) / SIDE);
        return 2.0 * SIDE * SIDE * SIDE / products.full.seconds() * fill;
    }

    /** Size at which a product reaches half its rate, from its time at full and at short size: rates go as size over (size + half). 0 where the short one is as fast. */
    public double half(Timing cut) {
        Timing full = products.full;
        double longer = beyond("the full matrix product", full, "one with a short side", cut);
        double times = SIDE / (double) SHORT * cut.seconds() / full.seconds();
        return Math.max(0, (times - 1) * SHORT * full.seconds() / longer);
    }

    /** FLOP/s of attention forward; a causal mask halves the work. */
    public double attentionFlops() {
        return attentionWork() / attention.forward.seconds();
    }

    /** FLOP/s of attention backward, 2.5 times the forward work. */
    public double attentionBackwardFlops() {
        return 2.5 * attentionWork() / attention.backwardSeconds("attention");
    }

    /** FLOP/s of the convolution. */
    public double convolutionFlops() {
        return 2.0 * 9 * CHANNELS * CHANNELS * IMAGE * IMAGE / convolution.forward.seconds();
    }

    /** Rate of the convolution's two backward passes over that of its forward pass. */
    public double convolutionBackward() {
        return 2 * convolution.forward.seconds() / convolution.backwardSeconds("convolution");
    }

    /** FLOP/s of additions out of the caches. */
    public double vectorFlops() {
        return VECTOR / vector.seconds();
    }

    /** Bytes a second between memory and cores. */
    public double memoryBytesPerSecond() {
        return 3.0 * STREAM_BYTES / stream.seconds();
    }

    /** Seconds of an operation on next to nothing: what calling it from Java, recording it and running it back take, half of it each way. */
    public double kernelSeconds() {
        return launches.both.seconds() / (2 * LAUNCHES);
    }

    /** Seconds of a step whatever its size: all of the smallest one but the reduction of its gradients. */
    public double stepSeconds() {
        return ranks == 1 ? step.seconds() : Math.max(0, step.seconds() - callSeconds());
    }

    /** Seconds of a collective whatever its size, and for each byte: the line through the sweep whose relative errors are smallest in the squares. */
    private double[] line(String collective) {
        double[] m = new double[5];
        for (Transfer t : transfers) {
            if (t.collective.equals(collective)) {
                double a = 1 / t.time.seconds();
                double b = t.bytes / t.time.seconds();
                m[0] += a * a;
                m[1] += a * b;
                m[2] += b * b;
                m[3] += a;
                m[4] += b;
            }
        }
        double determinant = m[0] * m[2] - m[1] * m[1];
        double[] line = {(m[3] * m[2] - m[4] * m[1]) / determinant, (m[0] * m[4] - m[1] * m[3]) / determinant};
        if (!(line[0] > 0 && line[1] > 0)) {
            throw new IllegalStateException(
                    collective
                            + " of more bytes took no longer: other work disturbed the measurement; measure again when the machine is quiet");
        }
        return line;
    }

    /** Seconds of an all-reduce whatever its size. */
    public double callSeconds() {
        return line(Transfer.ALL_REDUCE)[0];
    }

    /** Bus bandwidth of an all-reduce: 2 (n - 1) / n of the bytes over the time that they add. */
    public double busBytesPerSecond() {
        return 2.0 * (ranks - 1) / ranks / line(Transfer.ALL_REDUCE)[1];
    }

    /** Time of each byte of an all-gather over that of half an all-reduce; 1 with one process. */
    public double allGather() {
        return ranks == 1 ? 1 : 2 * line(Transfer.ALL_GATHER)[1] / line(Transfer.ALL_REDUCE)[1];
    }

    /** Time of each byte of a reduce-scatter over that of half an all-reduce; 1 with one process. */
    public double reduceScatter() {
        return ranks == 1 ? 1 : 2 * line(Transfer.REDUCE_SCATTER)[1] / line(Transfer.ALL_REDUCE)[1];
    }

    /** Time of each byte of a message over that which the all-reduces' bandwidth gives it; 1 with one process. */
    public double pointToPoint() {
        return ranks == 1 ? 1 : line(Transfer.ROUND_TRIP)[1] / 2 * busBytesPerSecond();
    }

    /** By how much the one takes longer than the other, which is less work. */
    private static double beyond(String more, Timing longer, String less, Timing shorter) {
        double seconds = longer.seconds() - shorter.seconds();
        if (!(seconds > 0)) {
            throw new IllegalStateException(String.format(
                    Locale.ROOT,
                    "%s took no longer (%.4g s) than %s (%.4g s): other work disturbed the measurement; measure again when the machine is quiet",
                    more,
                    longer.seconds(),
                    less,
                    shorter.seconds()));
        }
        return seconds;
    }

    private static double attentionWork() {
        return 2.0 * HEADS * HEAD * SEQUENCE * (SEQUENCE + 1);
    }

    void write(Path file) {
        JSON.writeValue(file, this);
    }

    /** Reads what a probe wrote. */
    public static Figures read(Path file) {
        return JSON.readValue(file, Figures.class);
    }
}

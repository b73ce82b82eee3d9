package dev.trainwright.train.measure;

import java.nio.file.Path;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the probes of one machine found, all ranks at work at once; figures of rank 0.
 *
 * @param ranks processes
 * @param threads compute threads of each
 * @param product seconds of a {@value #SIDE}-cube matrix product in fp32
 * @param fewRows the same with {@value #SHORT} rows
 * @param fewColumns the same with {@value #SHORT} columns
 * @param shallow the same with {@value #SHORT} as inner size
 * @param attention forward of causal attention over {@value #HEADS} heads of {@value #HEAD}, {@value #SEQUENCE} tokens
 * @param attentionBoth forward and backward of the same
 * @param convolution forward of a 3 x 3 convolution, {@value #CHANNELS} channels both ways, {@value #IMAGE} x {@value #IMAGE} positions
 * @param stream seconds of an addition of two arrays of {@value #STREAM_BYTES} bytes into a third
 * @param vector the same with arrays of {@value #VECTOR} numbers, which caches hold
 * @param kernel the same with one number
 * @param smallReduce an all-reduce of one number
 * @param largeReduce an all-reduce of {@value #REDUCE_BYTES} bytes
 * @param residentBytes resident memory of a process with the engine loaded and its groups made
 * @param engine libtorch's version
 */
public record Figures(
        int ranks,
        int threads,
        Timing product,
        Timing fewRows,
        Timing fewColumns,
        Timing shallow,
        Timing attention,
        Timing attentionBoth,
        Timing convolution,
        Timing stream,
        Timing vector,
        Timing kernel,
        Timing smallReduce,
        Timing largeReduce,
        double residentBytes,
        String engine) {
    static final int SIDE = 1024;
    static final int SHORT = 64;
    static final int HEADS = 32;
    static final int HEAD = 64;
    static final int SEQUENCE = 256;
    static final int CHANNELS = 64;
    static final int IMAGE = 56;
    static final int VECTOR = 1 << 16;
    static final int STREAM_BYTES = 64 << 20;
    static final int REDUCE_BYTES = 32 << 20;

    private static final JsonMapper JSON = new JsonMapper();

    /** FLOP/s of a product so large that none of its sides slows it, see {@link #half}. */
    public double productFlops() {
        double fill = (1 + half(fewRows) / SIDE) * (1 + half(fewColumns) / SIDE) * (1 + half(shallow) / SIDE);
        return 2.0 * SIDE * SIDE * SIDE / product.seconds() * fill;
    }

    /** Size at which a product reaches half its rate, from its time at full and at short size: rates go as size over (size + half). 0 where the short one is as fast. */
    public double half(Timing cut) {
        double longer = beyond("the full matrix product", product, "one with a short side", cut);
        double times = SIDE / (double) SHORT * cut.seconds() / product.seconds();
        return Math.max(0, (times - 1) * SHORT * product.seconds() / longer);
    }

    /** FLOP/s of attention forward; a causal mask halves the work. */
    public double attentionFlops() {
        return attentionWork() / attention.seconds();
    }

    /** FLOP/s of attention backward, 2.5 times the forward work. */
    public double attentionBackwardFlops() {
        return 2.5 * attentionWork() / beyond("attention with backward", attentionBoth, "attention", attention);
    }

    /** FLOP/s of the convolution. */
    public double convolutionFlops() {
        return 2.0 * 9 * CHANNELS * CHANNELS * IMAGE * IMAGE / convolution.seconds();
    }

    /** FLOP/s of additions out of the caches. */
    public double vectorFlops() {
        return VECTOR / vector.seconds();
    }

    /** Bytes a second between memory and cores. */
    public double memoryBytesPerSecond() {
        return 3.0 * STREAM_BYTES / stream.seconds();
    }

    /** Bus bandwidth of a large all-reduce: 2 (n - 1) / n of the bytes in its time, less that of an empty one. */
    public double busBytesPerSecond() {
        return 2.0
                * (ranks - 1)
                / ranks
                * REDUCE_BYTES
                / beyond("the large all-reduce", largeReduce, "one of a number", smallReduce);
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

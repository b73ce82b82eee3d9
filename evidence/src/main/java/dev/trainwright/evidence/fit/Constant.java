package dev.trainwright.evidence.fit;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.calibration.Calibration.Compute;
import dev.trainwright.calibration.Calibration.Memory;
import dev.trainwright.calibration.Calibration.Network;

/** The constants of a calibration that fits move, each inside the range that physics leaves it, or as far as a measured start lies outside. What a start has at 0 stays there. */
enum Constant {
    MATMUL(0.2, 0.92),
    HALF_ROWS(1, 3000),
    HALF_COLUMNS(1, 3000),
    HALF_DEPTH(1, 3000),
    ATTENTION(0.2, 0.8),
    ATTENTION_BACKWARD(0.15, 0.8),
    CONVOLUTION(0.05, 0.95),
    MEMORY(0.3, 1),
    ELEMENTWISE_TRAFFIC(0.7, 6),
    KERNEL_SECONDS(5e-7, 3e-5),
    HOST_SECONDS(1e-6, 1e-4),
    JITTER(1e-4, 0.1),
    STEP_SECONDS(1e-4, 0.06),
    INTRA(0.05, 1.4),
    INTER(0.02, 1.4),
    CALL_SECONDS(1e-6, 3e-4),
    TRANSFER_SECONDS(1e-6, 0.05),
    LATENCY_FACTOR(0.1, 10),
    OVERLAP(0.02, 1),
    DRAG(0.001, 0.8);

    private final double low;
    private final double high;

    Constant(double low, double high) {
        this.low = low;
        this.high = high;
    }

    /** The constant on the line of all reals: the logit of where its logarithm lies in its range. */
    double free(Calibration calibration) {
        double value = value(calibration);
        if (value == 0) {
            return 0;
        }
        double least = Math.min(low, value);
        double share = Math.log(value / least) / Math.log(Math.max(high, value) / least);
        double inside = Math.min(1 - 1e-6, Math.max(1e-6, share));
        return Math.log(inside / (1 - inside));
    }

    private double value(Calibration calibration) {
        Compute compute = calibration.compute();
        Network network = calibration.network();
        return switch (this) {
            case MATMUL -> compute.matmul();
            case HALF_ROWS -> compute.halfRows();
            case HALF_COLUMNS -> compute.halfColumns();
            case HALF_DEPTH -> compute.halfDepth();
            case ATTENTION -> compute.attention();
            case ATTENTION_BACKWARD -> compute.attentionBackward();
            case CONVOLUTION -> compute.convolution();
            case MEMORY -> compute.memory();
            case ELEMENTWISE_TRAFFIC -> compute.elementwiseTraffic();
            case KERNEL_SECONDS -> compute.kernelSeconds();
            case HOST_SECONDS -> compute.hostSeconds();
            case JITTER -> compute.jitter();
            case STEP_SECONDS -> compute.stepSeconds();
            case INTRA -> network.intra();
            case INTER -> network.inter();
            case CALL_SECONDS -> network.callSeconds();
            case TRANSFER_SECONDS -> network.transferSeconds();
            case LATENCY_FACTOR -> network.latencyFactor();
            case OVERLAP -> network.overlap();
            case DRAG -> network.drag();
        };
    }

    /** The constant that {@code free} stands for where a fit starts from {@code start}. */
    private double bound(double free, double start) {
        if (start == 0) {
            return 0;
        }
        double least = Math.min(low, start);
        return least * Math.pow(Math.max(high, start) / least, 1 / (1 + Math.exp(-free)));
    }

    /** {@code base} with its constants at {@code free}, in the order of {@link #values()}. */
    static Calibration at(Calibration base, double[] free) {
        double[] v = new double[free.length];
        for (Constant constant : values()) {
            v[constant.ordinal()] = constant.bound(free[constant.ordinal()], constant.value(base));
        }
        return new Calibration(
                base.id(),
                base.family(),
                new Compute(
                        get(v, MATMUL),
                        get(v, HALF_ROWS),
                        get(v, HALF_COLUMNS),
                        get(v, HALF_DEPTH),
                        get(v, ATTENTION),
                        get(v, ATTENTION_BACKWARD),
                        get(v, CONVOLUTION),
                        get(v, MEMORY),
                        get(v, ELEMENTWISE_TRAFFIC),
                        get(v, KERNEL_SECONDS),
                        get(v, HOST_SECONDS),
                        get(v, JITTER),
                        get(v, STEP_SECONDS)),
                new Network(
                        get(v, INTRA),
                        get(v, INTER),
                        get(v, CALL_SECONDS),
                        get(v, TRANSFER_SECONDS),
                        get(v, LATENCY_FACTOR),
                        get(v, OVERLAP),
                        get(v, DRAG)),
                new Memory(
                        base.memory().contextBytes(),
                        base.memory().logitBytes(),
                        base.memory().slack()),
                base.engine(),
                base.residuals(),
                base.provenance());
    }

    /** All constants of {@code calibration}, free. */
    static double[] free(Calibration calibration, Constant[] constants) {
        double[] free = new double[constants.length];
        for (Constant constant : constants) {
            free[constant.ordinal()] = constant.free(calibration);
        }
        return free;
    }

    private static double get(double[] values, Constant constant) {
        return values[constant.ordinal()];
    }
}

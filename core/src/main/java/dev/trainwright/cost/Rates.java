package dev.trainwright.cost;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.cluster.Accelerator;
import dev.trainwright.workload.Precision;

/**
 * What one device does in a second, precision and calibration applied: all that the time of an operation depends on.
 *
 * @param matmulFlops FLOP/s of a large matrix product
 * @param vectorFlops FLOP/s outside matrix units, where products go whose rows do not start on 16 bytes
 * @param lossFlops FLOP/s of the head's matrix product, which stays in 16 bit when layers run in fewer
 * @param attentionFlops FLOP/s of the fused attention core, forward
 * @param attentionBackwardFlops the same, backward
 * @param convolutionFlops FLOP/s of a large convolution
 * @param convolutionBackwardFlops the same, backward
 * @param halfRows m at which a matrix product reaches half
 * @param halfColumns n at which it reaches half
 * @param halfDepth k at which it reaches half
 * @param memoryBytes bytes per second of elementwise kernels
 * @param elementwiseTraffic bytes really moved over those of perfect fusion
 * @param optimizerTraffic bytes that the weight update really moves over those of one fused kernel
 * @param lossTraffic bytes that the cross-entropy really moves over those of a fused one
 * @param kernelSeconds least time of a kernel
 * @param hostSeconds launch time of a kernel on the host
 */
public record Rates(
        double matmulFlops,
        double vectorFlops,
        double lossFlops,
        double attentionFlops,
        double attentionBackwardFlops,
        double convolutionFlops,
        double convolutionBackwardFlops,
        double halfRows,
        double halfColumns,
        double halfDepth,
        double memoryBytes,
        double elementwiseTraffic,
        double optimizerTraffic,
        double lossTraffic,
        double kernelSeconds,
        double hostSeconds) {
    private static final double SOFTNESS = 2.5;

    /**
     * Bytes of eager elementwise work over fused: an eager RMSNorm reads or writes its input eight times instead of two, an eager gate five times instead of three, rotary
     * embedding in complex fp32 six times instead of two.
     */
    private static final double EAGER_TRAFFIC = 2.5;

    /**
     * Rates of {@code device} in {@code precision}.
     *
     * @throws IllegalArgumentException when the device has no units for a format that the precision asks for
     */
    public static Rates of(Accelerator device, Precision precision, boolean compiled, Calibration calibration) {
        Calibration.Compute c = calibration.compute();
        double attention = device.peak(precision.attention());
        double matmul = device.peak(precision.matmul());
        return new Rates(
                matmul * c.matmul(),
                device.vectorPeak(),
                Math.min(matmul, attention) * c.matmul(),
                attention * c.attention(),
                attention * c.attentionBackward(),
                matmul * c.convolution(),
                matmul * c.convolution() * calibration.engine().convolutionBackward(),
                c.halfRows(),
                c.halfColumns(),
                c.halfDepth(),
                device.memoryBandwidth() * c.memory(),
                c.elementwiseTraffic() * (compiled ? 1 : EAGER_TRAFFIC),
                calibration.engine().optimizerTraffic(),
                calibration.engine().lossTraffic(),
                c.kernelSeconds(),
                c.hostSeconds());
    }

    /** The lower rates of both: what a group of mixed devices keeps up. */
    public Rates slower(Rates o) {
        return new Rates(
                Math.min(matmulFlops, o.matmulFlops),
                Math.min(vectorFlops, o.vectorFlops),
                Math.min(lossFlops, o.lossFlops),
                Math.min(attentionFlops, o.attentionFlops),
                Math.min(attentionBackwardFlops, o.attentionBackwardFlops),
                Math.min(convolutionFlops, o.convolutionFlops),
                Math.min(convolutionBackwardFlops, o.convolutionBackwardFlops),
                Math.max(halfRows, o.halfRows),
                Math.max(halfColumns, o.halfColumns),
                Math.max(halfDepth, o.halfDepth),
                Math.min(memoryBytes, o.memoryBytes),
                Math.max(elementwiseTraffic, o.elementwiseTraffic),
                Math.max(optimizerTraffic, o.optimizerTraffic),
                Math.max(lossTraffic, o.lossTraffic),
                Math.max(kernelSeconds, o.kernelSeconds),
                Math.max(hostSeconds, o.hostSeconds));
    }

    /**
     * Seconds of {@code count} matrix products in one kernel, each m x k by k x n: the longer of their arithmetic and their memory traffic (roofline, Williams et al. 2009), and
     * a kernel's least time.
     *
     * @param elementBytes of operands and result
     */
    public double matmulSeconds(
            double flopsPerSecond, double count, double m, double n, double k, double elementBytes) {
        if (m * n * k == 0) {
            return 0;
        }
        double fill = (1 + halfRows / m) * (1 + halfColumns / n) * (1 + halfDepth / k);
        double arithmetic = count * 2 * m * n * k / flopsPerSecond * fill;
        double traffic = count * (m * k + k * n + m * n) * elementBytes / memoryBytes;
        return Math.max(arithmetic, traffic) + kernelSeconds;
    }

    /** Seconds of {@code kernels} elementwise kernels that move {@code bytes} when perfectly fused. */
    public double elementwiseSeconds(double bytes, double kernels) {
        return bytes * elementwiseTraffic / memoryBytes + kernels * kernelSeconds;
    }

    /** Seconds of the cross-entropy in {@code kernels} kernels: a fused one moves {@code bytes}. */
    double lossSeconds(double bytes, double kernels) {
        return bytes * lossTraffic / memoryBytes + kernels * kernelSeconds;
    }

    /**
     * Seconds of a pass that the device needs {@code device} for and the host {@code host}: neither waits for the other all the time, so that the passage from one bound to
     * the other is smooth, {@code (device^p + host^p)^(1/p)}. The power is measured: held-out runs of small models between both bounds (vTrain, MICRO 2024) are forecast best
     * with 2.5 to 3, and of these 2.5 chooses their layouts best.
     */
    static double paced(double device, double host) {
        return host <= 0 ? device : Math.pow(Math.pow(device, SOFTNESS) + Math.pow(host, SOFTNESS), 1 / SOFTNESS);
    }
}

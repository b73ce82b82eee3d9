package dev.trainwright.cost;

/** Adds up the operations of one layer: seconds forward, backward to inputs, backward to weights; FLOPs; launches. Confined to one call. */
final class OperationSum {
    private final Rates rates;
    private final double elementBytes;
    double forward;
    double backwardInput;
    double backwardWeight;
    double forwardFlops;
    double backwardFlops;
    double kernels;

    OperationSum(Rates rates, double elementBytes) {
        this.rates = rates;
        this.elementBytes = elementBytes;
    }

    /** A trained or frozen product of m x k by k x n, {@code count} of them in one grouped kernel; a frozen one has no weight gradient. */
    void matmul(double count, double m, double n, double k, boolean frozen) {
        matmul(rates.matmulFlops(), count, m, n, k, frozen);
    }

    /** The same at another rate: one launch, as a library's grouped products are. */
    void matmul(double flopsPerSecond, double count, double m, double n, double k, boolean frozen) {
        double flops = 2 * count * m * n * k;
        forward += rates.matmulSeconds(flopsPerSecond, count, m, n, k, elementBytes);
        backwardInput += rates.matmulSeconds(flopsPerSecond, count, m, k, n, elementBytes);
        forwardFlops += flops;
        backwardFlops += flops;
        if (!frozen) {
            backwardWeight += rates.matmulSeconds(flopsPerSecond, count, k, n, m, elementBytes);
            backwardFlops += flops;
        }
        kernels += 1;
    }

    /** Elementwise work that moves {@code bytes} forward and twice that backward. */
    void elementwise(double bytes, double launches) {
        forward += rates.elementwiseSeconds(bytes, launches);
        backwardInput += rates.elementwiseSeconds(2 * bytes, launches);
        kernels += launches;
    }

    /** Weights of a quantised base brought back to the products' format, in forward and again in backward. */
    void dequantise(double bytes) {
        double seconds = rates.elementwiseSeconds(bytes, 1);
        forward += seconds;
        backwardInput += seconds;
        kernels += 1;
    }

    /** A fused attention core: backward recomputes the scores, 2.5 x forward (Dao et al., arXiv 2205.14135). {@code rows} is the sequence a head works on. */
    void fusedAttention(double flops, double rows) {
        double fill = 1 + rates.halfRows() / rows;
        forward += flops / rates.attentionFlops() * fill + rates.kernelSeconds();
        backwardInput += 2.5 * flops / rates.attentionBackwardFlops() * fill + 2 * rates.kernelSeconds();
        forwardFlops += flops;
        backwardFlops += 2 * flops;
        kernels += 1;
    }

    /**
     * A batch of products inside attention, without weights: backward is two products of the same size. Matrix units need rows that start on 16 bytes (NVIDIA, Deep
     * Learning Performance Guide: dimensions in multiples of 8 at 16 bit); others run on vector units.
     *
     * @param headSize the dimension among n and k that rows are laid out along
     */
    void batchedMatmul(double batch, double m, double n, double k, double headSize) {
        double flops = 2 * batch * m * n * k;
        double rate = headSize * elementBytes % 16 == 0
                ? rates.lossFlops()
                : Math.min(rates.vectorFlops(), rates.lossFlops());
        double fill = (1 + rates.halfRows() / m) * (1 + rates.halfColumns() / n) * (1 + rates.halfDepth() / k);
        double arithmetic = flops / rate * fill;
        double traffic = batch * (m * k + k * n + m * n) * elementBytes / rates.memoryBytes();
        double seconds = Math.max(arithmetic, traffic) + rates.kernelSeconds();
        forward += seconds;
        backwardInput += 2 * seconds;
        forwardFlops += flops;
        backwardFlops += 2 * flops;
        kernels += 1;
    }

    /** A recurrence of {@code flops} forward and twice that backward, at the attention kernel's rate. */
    void recurrence(double flops) {
        forward += flops / rates.attentionFlops();
        backwardInput += 2 * flops / rates.attentionBackwardFlops();
        forwardFlops += flops;
        backwardFlops += 2 * flops;
        kernels += 1;
    }

    /** Seconds that forward cannot undercut: the host's launches. */
    double hostForward() {
        return kernels * rates.hostSeconds();
    }
}

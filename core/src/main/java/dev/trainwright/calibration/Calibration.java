package dev.trainwright.calibration;

import org.jspecify.annotations.Nullable;

/**
 * Fitted constants of one accelerator under one software family. Every share is of the datasheet's figure.
 *
 * @param id its file's name, {@code <accelerator>-<family>}
 * @param family software family: {@code megatron}, {@code fsdp}, {@code ddp}, {@code maxtext}
 * @param compute how fast operations run
 * @param network how fast collectives run
 * @param memory what memory holds besides the model
 * @param engine where an engine's kernels depart from those that the cost model takes for granted
 * @param residuals what is left unexplained, or null where nothing was measured
 * @param provenance where the constants come from, for reports
 */
public record Calibration(
        String id,
        String family,
        Compute compute,
        Network network,
        Memory memory,
        Engine engine,
        @Nullable Residuals residuals,
        Provenance provenance) {

    /** The same over another network. */
    public Calibration with(Network other) {
        return new Calibration(id, family, compute, other, memory, engine, residuals, provenance);
    }

    /** The same with what is left unexplained. */
    public Calibration with(Residuals other) {
        return new Calibration(id, family, compute, network, memory, engine, other, provenance);
    }

    /** The same from elsewhere. */
    public Calibration with(Provenance other) {
        return new Calibration(id, family, compute, network, memory, engine, residuals, other);
    }

    /**
     * Speed of operations. A matrix product of m x k by k x n runs at
     * {@code peak x matmul x m/(m + halfRows) x n/(n + halfColumns) x k/(k + halfDepth)}: tiles that are not full and loops that are short cost the same as
     * long ones.
     *
     * @param matmul share of the peak that a large matrix product reaches
     * @param halfRows m at which half of that is reached
     * @param halfColumns n at which half of that is reached
     * @param halfDepth k at which half of that is reached
     * @param attention share of the peak that a fused attention kernel reaches in forward
     * @param attentionBackward the same in backward
     * @param convolution share of the peak that a large convolution reaches
     * @param memory share of the memory bandwidth that elementwise kernels reach
     * @param elementwiseTraffic bytes that elementwise kernels really move over those that perfectly fused ones would
     * @param kernelSeconds time a kernel takes however small it is
     * @param hostSeconds time the host needs to launch one kernel; a layer never runs faster than its launches
     * @param jitter coefficient of variation of one replica's step time on equal machines: clocks, data, the host
     * @param stepSeconds per iteration, whatever its size: clipping, logging, loss scaling, data loader
     */
    public record Compute(
            double matmul,
            double halfRows,
            double halfColumns,
            double halfDepth,
            double attention,
            double attentionBackward,
            double convolution,
            double memory,
            double elementwiseTraffic,
            double kernelSeconds,
            double hostSeconds,
            double jitter,
            double stepSeconds) {}

    /**
     * Speed of collectives.
     *
     * @param intra share of the link's attainable bandwidth inside a node
     * @param inter share of the link's attainable bandwidth between nodes
     * @param callSeconds per collective call, whatever its size
     * @param transferSeconds per transfer between pipeline stages, whatever its size: runtimes that synchronise the device around it pay here
     * @param latencyFactor on the catalogue's latency of a step
     * @param overlap share of the compute beside it behind which communication can hide
     * @param drag by how much compute slows while communication runs beside it
     */
    public record Network(
            double intra,
            double inter,
            double callSeconds,
            double transferSeconds,
            double latencyFactor,
            double overlap,
            double drag) {}

    /**
     * Memory besides the model.
     *
     * @param contextBytes device context, libraries, communicators; zero where only the allocator's figure is forecast
     * @param logitBytes bytes held for each logit at the peak of the loss
     * @param slack share of activations and buffers that the allocator adds
     */
    public record Memory(double contextBytes, double logitBytes, double slack) {}

    /**
     * What an engine does otherwise than the cost model takes for granted.
     *
     * @param convolutionBackward rate of a convolution's two backward passes over that of its forward pass
     * @param optimizerTraffic bytes that the weight update really moves over those of one fused kernel
     * @param lossTraffic bytes that the cross-entropy really moves over those of a fused one
     * @param gradientCopies copies of the gradients that buckets of replicas' reductions hold besides
     * @param allGather time that each byte of an all-gather takes over that of half an all-reduce
     * @param reduceScatter the same of a reduce-scatter
     * @param pointToPoint time that each byte of a message takes over that of an all-reduce between two
     * @param gathersAhead whether sharded weights are gathered before they are used, behind compute
     */
    public record Engine(
            double convolutionBackward,
            double optimizerTraffic,
            double lossTraffic,
            double gradientCopies,
            double allGather,
            double reduceScatter,
            double pointToPoint,
            boolean gathersAhead) {
        /** Nothing otherwise. */
        public static final Engine FUSED = new Engine(1, 1, 1, 0, 1, 1, 1, true);
    }

    /**
     * Conformal quantiles of measured over forecast.
     *
     * @param timeLow 5 % quantile of measured time over forecast time
     * @param timeHigh 95 % quantile
     * @param memoryLow 5 % quantile of measured memory over forecast memory
     * @param memoryHigh 95 % quantile
     * @param rows rows behind them
     */
    public record Residuals(double timeLow, double timeHigh, double memoryLow, double memoryHigh, int rows) {}

    /**
     * Origin of the constants.
     *
     * @param text one sentence
     * @param date ISO 8601
     * @param extrapolated whether the accelerator or family itself was never measured
     */
    public record Provenance(String text, String date, boolean extrapolated) {}
}

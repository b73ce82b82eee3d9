package dev.trainwright.cost;

import dev.trainwright.workload.ConvNet;
import dev.trainwright.workload.Workload;

/** The cost of a convolutional network's pass over one micro-batch on one device: every convolution 2 k_h k_w c_in c_out h_out w_out FLOPs an image. */
public final class ConvCosting {
    private ConvCosting() {}

    /** Costs the whole network for {@code images} images. */
    public static LayerCost of(ConvNet net, double images, Workload workload, Rates rates) {
        double a = workload.precision().activations().bytes();
        double forward = 0;
        double backwardWeight = 0;
        double backwardInput = 0;
        double flops = 0;
        double saved = 0;
        double kernels = 0;
        for (ConvNet.Convolution c : net.convolutions()) {
            double work = images * c.flops();
            double depth = (double) c.kernelHeight() * c.kernelWidth() * c.inputChannels() / c.groups();
            double fill = (1 + rates.halfRows() / (images * c.outputHeight() * (double) c.outputWidth()))
                    * (1 + rates.halfColumns() / c.outputChannels())
                    * (1 + rates.halfDepth() / depth);
            double arithmetic = work / rates.convolutionFlops() * fill;
            double arithmeticBack = work / rates.convolutionBackwardFlops() * fill;
            double output = images * c.outputElements() * a;
            double traffic = 2 * output / rates.memoryBytes();
            double normAndActivation = rates.elementwiseSeconds(4 * output, 2);
            double seconds = Math.max(arithmetic, traffic) + rates.kernelSeconds();
            double back = Math.max(arithmeticBack, traffic) + rates.kernelSeconds();
            forward += seconds + normAndActivation;
            backwardInput += back + 2 * normAndActivation;
            backwardWeight += back;
            flops += work;
            saved += 2 * output;
            kernels += 3;
        }
        for (ConvNet.Dense d : net.dense()) {
            double seconds =
                    rates.matmulSeconds(rates.matmulFlops(), 1, images, (double) d.outputs(), (double) d.inputs(), a);
            forward += seconds;
            backwardInput += seconds;
            backwardWeight += seconds;
            flops += 2.0 * images * (double) d.inputs() * (double) d.outputs();
            saved += images * (d.inputs() + d.outputs()) * a;
            kernels += 1;
        }
        forward = Rates.paced(forward, kernels * rates.hostSeconds());
        backwardInput = Rates.paced(backwardInput + backwardWeight, kernels * rates.hostSeconds()) - backwardWeight;
        double parameters = net.parameters();
        return new LayerCost(
                forward,
                backwardInput,
                backwardWeight,
                0,
                flops,
                2 * flops,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                saved,
                0,
                parameters,
                0,
                parameters,
                0);
    }
}

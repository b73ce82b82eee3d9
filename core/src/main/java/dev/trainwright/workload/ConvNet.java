package dev.trainwright.workload;

import java.util.List;

/**
 * A convolutional network as its list of layers.
 *
 * @param name for reports
 * @param inputSize height and width of the square input image
 * @param convolutions in order
 * @param dense fully connected layers in order
 * @param otherParameters norms and whatever has no FLOPs worth counting
 */
public record ConvNet(
        String name, int inputSize, List<Convolution> convolutions, List<Dense> dense, long otherParameters)
        implements Model {

    /**
     * One convolution: {@code 2 k_h k_w c_in c_out h_out w_out} FLOPs an image, forward.
     *
     * @param kernelHeight k_h
     * @param kernelWidth k_w
     * @param inputChannels c_in
     * @param outputChannels c_out
     * @param outputHeight h_out
     * @param outputWidth w_out
     * @param groups channel groups, 1 for a full convolution
     * @param bias whether each output channel has a bias
     */
    public record Convolution(
            int kernelHeight,
            int kernelWidth,
            int inputChannels,
            int outputChannels,
            int outputHeight,
            int outputWidth,
            int groups,
            boolean bias) {

        /** Weights and biases. */
        public long parameters() {
            return (long) kernelHeight * kernelWidth * (inputChannels / groups) * outputChannels
                    + (bias ? outputChannels : 0);
        }

        /** Forward FLOPs of one image. */
        public double flops() {
            return 2.0
                    * kernelHeight
                    * kernelWidth
                    * ((double) inputChannels / groups)
                    * outputChannels
                    * outputHeight
                    * outputWidth;
        }

        /** Elements of its output for one image. */
        public long outputElements() {
            return (long) outputChannels * outputHeight * outputWidth;
        }
    }

    /** A fully connected layer with bias. */
    public record Dense(long inputs, long outputs) {
        /** Weights and biases. */
        public long parameters() {
            return inputs * outputs + outputs;
        }
    }

    public ConvNet {
        convolutions = List.copyOf(convolutions);
        dense = List.copyOf(dense);
    }

    @Override
    public long parameters() {
        return convolutions.stream().mapToLong(Convolution::parameters).sum()
                + dense.stream().mapToLong(Dense::parameters).sum()
                + otherParameters;
    }
}

package dev.trainwright.train.nn;

import dev.trainwright.workload.ConvNet;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * A residual network (He et al., arXiv 1512.03385, table 1) under torchvision's names. Where the paper normalises over the batch, this one does over groups of
 * channels (Wu and He, arXiv 1803.08494): as many parameters, and no way of splitting the batch changes the result.
 *
 * @param stem the first convolution
 * @param blocks in order
 * @param classifier behind the mean over each channel
 * @param parameters of the whole
 */
record ResidualNetwork(ConvNet.Convolution stem, List<Block> blocks, ConvNet.Dense classifier, long parameters)
        implements Network {
    /**
     * Convolutions beside an identity.
     *
     * @param name {@code layer1.0}
     * @param convolutions two, or three of a bottleneck
     * @param shortcut the projection in place of the identity, null for none
     * @param stride of the block's 3 x 3 convolution that halves the image, 1 where none does
     */
    record Block(
            String name, List<ConvNet.Convolution> convolutions, ConvNet.@Nullable Convolution shortcut, int stride) {
        Block {
            convolutions = List.copyOf(convolutions);
        }
    }

    ResidualNetwork {
        blocks = List.copyOf(blocks);
    }

    /**
     * Finds the blocks in the list of convolutions.
     *
     * @throws UnsupportedOperationException where they are none of a residual network
     */
    static ResidualNetwork of(ConvNet net) {
        List<ConvNet.Convolution> all = net.convolutions();
        ConvNet.Convolution stem = all.get(0);
        List<Block> blocks = new ArrayList<>();
        int channels = stem.outputChannels();
        int side = (stem.outputHeight() + 1) / 2;
        int stage = 0;
        int inStage = 0;
        boolean fits = stem.kernelHeight() == 7 && net.dense().size() == 1;
        for (int at = 1; fits && at < all.size(); ) {
            int depth = all.get(at).kernelHeight() == 1 ? 3 : 2;
            int end = Math.min(all.size(), at + depth);
            ConvNet.Convolution last = all.get(end - 1);
            boolean projects = last.outputChannels() != channels;
            ConvNet.Convolution shortcut = projects && end < all.size() ? all.get(end) : null;
            fits = end == at + depth && all.get(at).inputChannels() == channels && projects == (shortcut != null);
            inStage = stage == 0 || last.outputHeight() != side || projects ? 0 : inStage + 1;
            stage += inStage == 0 ? 1 : 0;
            blocks.add(new Block(
                    "layer" + stage + "." + inStage,
                    all.subList(at, end),
                    shortcut,
                    last.outputHeight() == side ? 1 : 2));
            channels = last.outputChannels();
            side = last.outputHeight();
            at = end + (shortcut == null ? 0 : 1);
        }
        if (!fits || blocks.isEmpty() || net.dense().get(0).inputs() != channels) {
            throw new UnsupportedOperationException(
                    net.name() + " is no residual network: of networks for images, those and perceptrons are trained");
        }
        return new ResidualNetwork(stem, blocks, net.dense().get(0), net.parameters());
    }

    @Override
    public String unit() {
        return "samples";
    }

    @Override
    public List<Layer> layers(Weights weights) {
        List<Layer> layers = new ArrayList<>();
        layers.add(new Stem(new Convolution(weights, "conv1", "bn1", stem, 2)));
        blocks.forEach(block -> layers.add(new ResidualBlock(weights, block)));
        layers.add(new Pool());
        layers.add(new Dense(weights, "fc", classifier.inputs(), classifier.outputs(), false));
        layers.add(new ClassLoss());
        return List.copyOf(layers);
    }

    @Override
    public long[] boundary(Tensor inputs) {
        throw new UnsupportedOperationException("layers of a residual network pass on different shapes: pp: 1 is run");
    }
}

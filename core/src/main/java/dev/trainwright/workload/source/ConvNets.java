package dev.trainwright.workload.source;

import dev.trainwright.workload.ConvNet;
import dev.trainwright.workload.ConvNet.Convolution;
import dev.trainwright.workload.ConvNet.Dense;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Convolutional networks layer by layer; as presets for 224 x 224 colour images and 1000 classes. */
final class ConvNets {

    /**
     * What a network sees and tells apart.
     *
     * @param side height and width of an image
     * @param channels 3 for colours, 1 for grey
     * @param classes told apart
     */
    record Images(int side, int channels, int classes) {
        /** ImageNet's. */
        static final Images IMAGENET = new Images(224, 3, 1000);
    }

    /** Generators by name. */
    static final Map<String, Function<Images, ConvNet>> NETS = Map.of(
            "resnet-18", images -> resNet("resnet-18", images, false, 2, 2, 2, 2),
            "resnet-34", images -> resNet("resnet-34", images, false, 3, 4, 6, 3),
            "resnet-50", images -> resNet("resnet-50", images, true, 3, 4, 6, 3),
            "resnet-101", images -> resNet("resnet-101", images, true, 3, 4, 23, 3),
            "resnet-152", images -> resNet("resnet-152", images, true, 3, 8, 36, 3),
            "vgg-11", images -> vgg("vgg-11", images, 1, 1, 2, 2, 2),
            "vgg-13", images -> vgg("vgg-13", images, 2, 2, 2, 2, 2),
            "vgg-16", images -> vgg("vgg-16", images, 2, 2, 3, 3, 3),
            "vgg-19", images -> vgg("vgg-19", images, 2, 2, 4, 4, 4));

    private ConvNets() {}

    /**
     * Residual network (He et al., arXiv 1512.03385, table 1), each stage's stride in the 3 x 3 convolution (version 1.5, as in torchvision and in the usual
     * benchmarks); batch norm behind every convolution.
     */
    private static ConvNet resNet(String name, Images images, boolean bottleneck, int... blocks) {
        List<Convolution> layers = new ArrayList<>();
        layers.add(convolution(7, images.channels(), 64, halved(images.side())));
        int channels = 64;
        int size = halved(halved(images.side()));
        for (int stage = 0; stage < blocks.length; stage++) {
            int width = 64 << stage;
            int outputs = bottleneck ? 4 * width : width;
            int before = size;
            size = stage == 0 ? size : halved(size);
            for (int block = 0; block < blocks[stage]; block++) {
                if (bottleneck) {
                    layers.add(convolution(1, channels, width, block == 0 ? before : size));
                    layers.add(convolution(3, width, width, size));
                    layers.add(convolution(1, width, outputs, size));
                } else {
                    layers.add(convolution(3, channels, width, size));
                    layers.add(convolution(3, width, width, size));
                }
                if (channels != outputs) {
                    layers.add(convolution(1, channels, outputs, size));
                }
                channels = outputs;
            }
        }
        long norms =
                layers.stream().mapToLong(layer -> 2L * layer.outputChannels()).sum();
        return new ConvNet(name, images.side(), layers, List.of(new Dense(channels, images.classes())), norms);
    }

    /** Simonyan and Zisserman, arXiv 1409.1556, table 1: 3 x 3 convolutions with bias, a pooling behind each group, three dense layers. */
    private static ConvNet vgg(String name, Images images, int... groups) {
        List<Convolution> layers = new ArrayList<>();
        int channels = images.channels();
        int size = images.side();
        for (int group = 0; group < groups.length; group++) {
            int outputs = Math.min(512, 64 << group);
            for (int layer = 0; layer < groups[group]; layer++) {
                layers.add(new Convolution(3, 3, channels, outputs, size, size, 1, true));
                channels = outputs;
            }
            size /= 2;
        }
        if (size == 0) {
            throw new IllegalArgumentException(
                    name + " halves its images five times: a side of at least 32 is needed, not " + images.side());
        }
        long features = (long) channels * size * size;
        return new ConvNet(
                name,
                images.side(),
                layers,
                List.of(new Dense(features, 4096), new Dense(4096, 4096), new Dense(4096, images.classes())),
                0);
    }

    /** The side behind a layer of stride 2 whose padding keeps the border. */
    private static int halved(int side) {
        return (side + 1) / 2;
    }

    private static Convolution convolution(int kernel, int inputs, int outputs, int size) {
        return new Convolution(kernel, kernel, inputs, outputs, size, size, 1, false);
    }
}

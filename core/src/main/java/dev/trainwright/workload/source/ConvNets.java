package dev.trainwright.workload.source;

import dev.trainwright.workload.ConvNet;
import dev.trainwright.workload.ConvNet.Convolution;
import dev.trainwright.workload.ConvNet.Dense;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Convolutional networks for 224 x 224 images and 1000 classes, layer by layer. */
final class ConvNets {

    /** Generators by name. */
    static final Map<String, Supplier<ConvNet>> NETS = Map.of(
            "resnet-18", () -> resNet("resnet-18", false, 2, 2, 2, 2),
            "resnet-34", () -> resNet("resnet-34", false, 3, 4, 6, 3),
            "resnet-50", () -> resNet("resnet-50", true, 3, 4, 6, 3),
            "resnet-101", () -> resNet("resnet-101", true, 3, 4, 23, 3),
            "resnet-152", () -> resNet("resnet-152", true, 3, 8, 36, 3),
            "vgg-11", () -> vgg("vgg-11", 1, 1, 2, 2, 2),
            "vgg-13", () -> vgg("vgg-13", 2, 2, 2, 2, 2),
            "vgg-16", () -> vgg("vgg-16", 2, 2, 3, 3, 3),
            "vgg-19", () -> vgg("vgg-19", 2, 2, 4, 4, 4));

    private static final int IMAGE = 224;
    private static final int CLASSES = 1000;

    private ConvNets() {}

    /**
     * Residual network (He et al., arXiv 1512.03385, table 1), each stage's stride in the 3 x 3 convolution (version 1.5, as in torchvision and in the usual
     * benchmarks); batch norm behind every convolution.
     */
    private static ConvNet resNet(String name, boolean bottleneck, int... blocks) {
        List<Convolution> layers = new ArrayList<>();
        layers.add(convolution(7, 3, 64, IMAGE / 2));
        int channels = 64;
        int size = IMAGE / 4;
        for (int stage = 0; stage < blocks.length; stage++) {
            int width = 64 << stage;
            int outputs = bottleneck ? 4 * width : width;
            int before = size;
            size = stage == 0 ? size : size / 2;
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
        return new ConvNet(name, IMAGE, layers, List.of(new Dense(channels, CLASSES)), norms);
    }

    /** Simonyan and Zisserman, arXiv 1409.1556, table 1: 3 x 3 convolutions with bias, a pooling behind each group, three dense layers. */
    private static ConvNet vgg(String name, int... groups) {
        List<Convolution> layers = new ArrayList<>();
        int channels = 3;
        int size = IMAGE;
        for (int group = 0; group < groups.length; group++) {
            int outputs = Math.min(512, 64 << group);
            for (int layer = 0; layer < groups[group]; layer++) {
                layers.add(new Convolution(3, 3, channels, outputs, size, size, 1, true));
                channels = outputs;
            }
            size /= 2;
        }
        long features = (long) channels * size * size;
        return new ConvNet(
                name,
                IMAGE,
                layers,
                List.of(new Dense(features, 4096), new Dense(4096, 4096), new Dense(4096, CLASSES)),
                0);
    }

    private static Convolution convolution(int kernel, int inputs, int outputs, int size) {
        return new Convolution(kernel, kernel, inputs, outputs, size, size, 1, false);
    }
}

package dev.trainwright.job;

import dev.trainwright.input.Field;
import dev.trainwright.input.Kinds;
import dev.trainwright.input.Shape;
import dev.trainwright.workload.Model;
import dev.trainwright.workload.source.Models;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Networks for images and features given in a job file. */
final class NetworkShapes {

    private static final int WIDEST = 1 << 21;
    private static final Field<String> NAME =
            Field.optional("name", Kinds.text("a name"), "perceptron", "Its name in reports.", "my-mlp");
    private static final Field<List<Integer>> WIDTHS = Field.required(
            "widths",
            Kinds.list(Kinds.integer("units", 1, WIDEST), 2),
            "Widths of the inputs, of each hidden layer, and the number of classes.",
            "[784, 128, 10]");

    private static final Field<String> NETWORK =
            Field.required("network", Kinds.choice(names()), "The network, as its paper describes it.", "resnet-18");
    private static final Field<Integer> IMAGE =
            Field.required("image", Kinds.integer("pixels", 1, 1 << 14), "Height and width of an image.", "28");
    private static final Field<Integer> CHANNELS = Field.defaulted(
            "channels", Kinds.integer("channels", 1, 1 << 10), "3", "colours", "1 for grey images.", "1");
    private static final Field<Integer> CLASSES =
            Field.required("classes", Kinds.integer("classes", 2, WIDEST), "Classes told apart.", "10");

    /** The shapes by the key that tells them. */
    static final Map<String, Shape<Model>> KEYED = keyed();

    private NetworkShapes() {}

    private static Map<String, Shape<Model>> keyed() {
        Map<String, Shape<Model>> shapes = new LinkedHashMap<>();
        shapes.put(
                WIDTHS.name(),
                new Shape<>(
                        "perceptron",
                        "Dense layers with biases, a rectifier between them.",
                        List.of(NAME, WIDTHS),
                        List.of(),
                        v -> Models.perceptron(v.find(NAME).orElse("perceptron"), v.get(WIDTHS))));
        shapes.put(
                NETWORK.name(),
                new Shape<>(
                        "images",
                        "A convolutional network for images and classes of your own.",
                        List.of(NETWORK, IMAGE, CHANNELS, CLASSES),
                        List.of(),
                        v -> Models.convNet(v.get(NETWORK), v.get(IMAGE), v.get(CHANNELS), v.get(CLASSES))));
        return shapes;
    }

    private static Map<String, String> names() {
        Map<String, String> names = new LinkedHashMap<>();
        Models.convNets().forEach(name -> names.put(name, name));
        return names;
    }
}

package dev.trainwright.train.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trainwright.train.engine.Engine;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.workload.Model;
import dev.trainwright.workload.source.DecoderShape;
import dev.trainwright.workload.source.Models;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is built has exactly the parameters that are forecast. */
class NetworksTest {
    static Stream<Model> models() {
        return Stream.of(
                Models.perceptron("mlp", List.of(784, 128, 10)),
                Models.convNet("resnet-18", 28, 1, 10),
                Models.convNet("resnet-50", 64, 3, 10),
                preset("resnet-34"),
                preset("gpt2"),
                Models.raw("mixture", new DecoderShape(2, 64, 4, 2, null, 96, 100, true, false, 4, 2, null)));
    }

    @ParameterizedTest
    @MethodSource("models")
    void hasTheForecastsParameters(Model model) {
        assertThat(built(Networks.of(model))).isEqualTo(model.parameters());
    }

    /** TensorFlow's tutorial "Basic classification" prints 101,770 for these widths. */
    @Test
    void perceptronOfTheTutorial() {
        assertThat(built(Networks.of(Models.perceptron("mlp", List.of(784, 128, 10)))))
                .isEqualTo(101_770);
    }

    /** torchvision's resnet18 has 11,689,512: less 1000 - 10 classes of 512 weights and a bias, and two of three input channels of 64 filters of 7 x 7. */
    @Test
    void residualNetworkOfTorchvision() {
        assertThat(built(Networks.of(preset("resnet-18")))).isEqualTo(11_689_512);
        assertThat(built(Networks.of(Models.convNet("resnet-18", 28, 1, 10))))
                .isEqualTo(11_689_512 - 990 * 513 - 2 * 64 * 49);
    }

    /** transformers 5.18.0 counts 109,482,240 in BertModel and 109,514,298 in BertForMaskedLM of bert-base-uncased: a pooler of 768 x 769 less, a head of 768 x 769 + 2 x 768 + 30,522 more. */
    @Test
    void bertUnderItsHead() {
        Model bert = preset("bert-base");
        assertThat(bert.parameters()).isEqualTo(109_482_240);
        Network network = Networks.of(bert);
        assertThat(network.parameters()).isEqualTo(109_514_298);
        assertThat(built(network)).isEqualTo(109_514_298);
    }

    @Test
    void refusesByName() {
        Model roberta = preset("roberta-base");
        assertThatThrownBy(() -> Networks.of(roberta))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("roberta-base is of the family roberta");
        Model vgg = preset("vgg-11");
        assertThatThrownBy(() -> Networks.of(vgg))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("vgg-11 is no residual network");
    }

    private static Model preset(String name) {
        return Models.resolve(name, Path.of(""));
    }

    private static long built(Network network) {
        Engine.start(1);
        return Tensors.scopeOf(() -> {
            List<Layer> layers = network.layers(new Weights(1, ScalarType.Float, Split.NONE));
            return layers.stream()
                    .flatMap(layer -> layer.parameters().stream())
                    .map(Parameter::value)
                    .distinct()
                    .mapToLong(tensor -> tensor.numel())
                    .sum();
        });
    }
}

package dev.trainwright.workload.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.trainwright.input.InputException;
import dev.trainwright.workload.ConvNet;
import dev.trainwright.workload.Model;
import dev.trainwright.workload.ParameterCount;
import dev.trainwright.workload.Transformer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The presets against what their publishers, or the headers of their published weights, state. */
class PresetsTest {
    private static final Path HERE = Path.of("");

    @ParameterizedTest
    @CsvSource(delimiter = ' ', textBlock = """
                    gpt-2 124439808
                    gpt-2-medium 354823168
                    gpt-2-large 774030080
                    gpt-2-xl 1557611200
                    gpt-j-6b 6050882784
                    gpt-neo-125m 125198592
                    gpt-neo-1.3b 1315575808
                    gpt-neo-2.7b 2651307520
                    gpt-neox-20b 20554567680
                    pythia-70m 70426624
                    pythia-160m 162322944
                    pythia-410m 405334016
                    pythia-1b 1011781632
                    pythia-1.4b 1414647808
                    pythia-2.8b 2775208960
                    pythia-6.9b 6857302016
                    pythia-12b 11846072320
                    starcoder-15b 15517456384
                    starcoderbase-1b 1137207296
                    starcoder2-3b 3030371328
                    starcoder2-7b 7173923840
                    phi-1.5 1418270720
                    phi-2 2779683840
                    phi-3-mini 3821079552
                    phi-3-medium 13960238080
                    phi-4 14659507200
                    phi-4-mini 3836021760
                    llama-7b 6738415616
                    llama-13b 13015864320
                    llama-33b 32528943616
                    llama-65b 65285660672
                    llama-2-7b 6738415616
                    llama-2-13b 13015864320
                    llama-2-70b 68976648192
                    codellama-34b 33743970304
                    llama-3-8b 8030261248
                    llama-3.1-70b 70553706496
                    llama-3.1-405b 405853388800
                    llama-3.2-1b 1235814400
                    llama-3.2-3b 3212749824
                    tinyllama 1100048384
                    smollm-135m 134515008
                    smollm2-360m 361821120
                    smollm2-1.7b 1711376384
                    yi-6b 6061035520
                    yi-34b 34388917248
                    internlm2-7b 7737708544
                    internlm2-20b 19861149696
                    baichuan2-7b 7505973248
                    baichuan2-13b 13896668160
                    olmo-1b 1176764416
                    olmo-7b 6888095744
                    olmo-2-7b 7298617344
                    olmo-2-13b 13716198400
                    olmo-2-32b 32234279936
                    stablelm-2-1.6b 1644515328
                    stablelm-3b 2795443200
                    mistral-7b 7241732096
                    mistral-7b-v0.3 7248023552
                    mistral-nemo 12247782400
                    mistral-small-24b 23572403200
                    mistral-large 122610069504
                    mixtral-8x7b 46702792704
                    mixtral-8x22b 140620634112
                    qwen-1.8b 1836828672
                    qwen-7b 7721324544
                    qwen-14b 14167290880
                    qwen-72b 72287920128
                    qwen2-0.5b 494032768
                    qwen2-1.5b 1543714304
                    qwen2.5-3b 3085938688
                    qwen2-7b 7615616512
                    qwen2.5-14b 14770033664
                    qwen2.5-32b 32763876352
                    qwen2-72b 72706203648
                    qwen3-0.6b 596049920
                    qwen3-1.7b 1720574976
                    qwen3-4b 4022468096
                    qwen3-8b 8190735360
                    qwen3-14b 14768307200
                    qwen3-32b 32762123264
                    qwen3-30b-a3b 30532122624
                    qwen3-235b-a22b 235093634560
                    qwen1.5-moe-a2.7b 14315784192
                    deepseek-moe-16b 16375728128
                    deepseek-v2-lite 15706484224
                    deepseek-v2 235741434880
                    deepseek-v3 671026419200
                    gemma-2b 2506172416
                    gemma-7b 8537680896
                    gemma-2-2b 2614341888
                    gemma-2-9b 9241705984
                    gemma-2-27b 27227128320
                    gemma-3-1b 999885952
                    command-r 34980831232
                    command-r-plus 103810674688
                    aya-23-8b 8028033024
                    opt-125m 125239296
                    opt-350m 331196416
                    opt-1.3b 1315758080
                    opt-2.7b 2651596800
                    opt-6.7b 6658473984
                    opt-13b 12853473280
                    opt-30b 29974540288
                    bloom-560m 559214592
                    bloom-1b1 1065314304
                    bloom-1b7 1722408960
                    bloom-3b 3002557440
                    bloom-7b1 7069016064
                    bloom 176247271424
                    falcon-7b 6921720704
                    falcon-40b 41303293952
                    mpt-125m 125311488
                    mpt-1b 1315950592
                    mpt-3b 2651837440
                    mpt-7b 6658859008
                    mpt-13b 12853954560
                    mpt-30b 29975214080
                    mpt-70b 64862437376
                    chatglm3-6b 6243584000
                    glm-4-9b 9399951360
                    bert-tiny 4385920
                    bert-mini 11170560
                    bert-small 28763648
                    bert-medium 41373184
                    bert-base 109482240
                    bert-large 335141888
                    bert-base-cased 108310272
                    bert-large-cased 333579264
                    roberta-base 124645632
                    roberta-large 355359744
                    distilbert-base 66362880
                    t5-small 60506624
                    t5-base 222903552
                    t5-large 737668096
                    t5-3b 2851598336
                    t5-11b 11307321344
                    flan-t5-small 76961152
                    flan-t5-base 247577856
                    flan-t5-large 783150080
                    flan-t5-xl 2849757184
                    flan-t5-xxl 11135332352
                    bart-base 139420416
                    bart-large 406291456
                    whisper-tiny 37760640
                    whisper-base 72593920
                    whisper-small 241734912
                    whisper-medium 763857920
                    whisper-large-v2 1543304960
                    gpt-oss-20b 20914757184
                    gpt-oss-120b 116829156672
                    llama-4-scout 108641793536
                    llama-4-maverick 401583781376
                    qwen3-next-80b-a3b 79674391296
                    dbrx 131596523520
                    olmoe-1b-7b 6919161856
                    mamba-130m 129135360
                    mamba-2.8b 2768345600
                    jamba-v0.1 51570323328
                    modernbert-base 149014272
                    vit-base 86389248
                    llama-3.2-11b-vision 10670220835
                    llava-1.5-7b 7063427072
                    resnet-18 11689512
                    resnet-34 21797672
                    resnet-50 25557032
                    resnet-101 44549160
                    resnet-152 60192808
                    vgg-11 132863336
                    vgg-13 133047848
                    vgg-16 138357544
                    vgg-19 143667240
                    """)
    void countsWhatWasPublished(String name, long parameters) {
        assertThat(Models.resolve(name, HERE).parameters()).isEqualTo(parameters);
    }

    /** Where only a rounded size was published; the tolerance is half a unit of its last digit or what the paper's own rounding needs. */
    @ParameterizedTest
    @CsvSource(delimiter = ' ', textBlock = """
                    gpt-3-125m 125 1
                    gpt-3-350m 356 1
                    gpt-3-760m 760 1
                    gpt-3-1.3b 1320 5
                    gpt-3-2.7b 2650 5
                    gpt-3-6.7b 6660 5
                    gpt-3-13b 12850 5
                    gpt-3 174600 50
                    megatron-1.7b 1700 60
                    megatron-3.6b 3600 60
                    megatron-7.5b 7500 60
                    megatron-18b 18400 60
                    megatron-39b 39100 60
                    megatron-76b 76100 60
                    megatron-145b 145600 60
                    megatron-310b 310100 60
                    megatron-530b 529600 60
                    megatron-1t 1008000 60
                    megatron-22b 22000 500
                    palm-8b 8630 5
                    palm-62b 62500 5
                    palm-540b 540350 10
                    qwen2-57b-a14b 57410 5
                    nemotron-4-340b 341000 100
                    glm-4.5-air 106000 1000
                    glm-4.5 355000 3000
                    vit-large 304 1
                    """)
    void isAsLargeAsItsPaperSays(String name, double millions, double tolerance) {
        assertThat(Models.resolve(name, HERE).parameters() / 1e6).isCloseTo(millions, within(tolerance));
    }

    @ParameterizedTest
    @CsvSource({
        // DeepSeek-V3 report: 37B; DeepSeek-V2: 21B; Qwen3 report: 3B and 22B; Mixtral: 12.9B and 39B; each rounded as
        // there.
        "deepseek-v3, 37, 0.6",
        "deepseek-v2, 21, 0.5",
        "qwen3-30b-a3b, 3.3, 0.1",
        "qwen3-235b-a22b, 22, 0.5",
        "mixtral-8x7b, 12.9, 0.05",
        "mixtral-8x22b, 39, 0.3",
        "kimi-k2, 32, 1",
        "llama-4-scout, 17, 1.2"
    })
    void activates(String name, double billions, double tolerance) {
        ParameterCount count = ParameterCount.of((Transformer) Models.resolve(name, HERE));
        assertThat(count.active() / 1e9).isCloseTo(billions, within(tolerance));
    }

    /** Cards that leave the input table out of what a token activates, as OpenAI's says it does. */
    @ParameterizedTest
    @CsvSource({"gpt-oss-120b, 5.13", "gpt-oss-20b, 3.61"})
    void activatesBesidesTheTable(String name, double billions) {
        ParameterCount count = ParameterCount.of((Transformer) Models.resolve(name, HERE));
        assertThat((count.active() - count.embedding()) / 1e9).isCloseTo(billions, within(0.005));
    }

    /** Multiply-accumulates as their papers and torchvision's model pages give them. */
    @ParameterizedTest
    @CsvSource({
        "resnet-18, 1.81",
        "resnet-34, 3.66",
        "resnet-50, 4.09",
        "resnet-101, 7.80",
        "resnet-152, 11.51",
        "vgg-16, 15.47",
        "vgg-19, 19.63"
    })
    void forwardWorkOfAnImage(String name, double gigaMultiplyAccumulates) {
        ConvNet net = (ConvNet) Models.resolve(name, HERE);
        double macs = net.convolutions().stream()
                                .mapToDouble(ConvNet.Convolution::flops)
                                .sum()
                        / 2
                + net.dense().stream()
                        .mapToDouble(layer -> (double) layer.inputs() * layer.outputs())
                        .sum();
        assertThat(macs / 1e9).isCloseTo(gigaMultiplyAccumulates, within(0.01));
    }

    @ParameterizedTest
    @CsvSource({"Llama-3-8B", "llama 3 8b", "LLAMA_3_8B", "meta-llama/Llama-3-8B", "llama3-8b", "llama-3.1-8b"})
    void namesForgiveCaseAndPunctuation(String name) {
        assertThat(Models.resolve(name, HERE).name()).isEqualTo("llama-3-8b");
    }

    @Test
    void namesKeepTheirDots() {
        assertThat(Models.resolve("gpt3-1.3b", HERE).name()).isEqualTo("gpt-3-1.3b");
        assertThat(Models.resolve("gpt3-13b", HERE).name()).isEqualTo("gpt-3-13b");
    }

    static List<Preset> presets() {
        return List.copyOf(Presets.list());
    }

    @ParameterizedTest
    @MethodSource("presets")
    void saysWhereItsShapeStands(Preset preset) {
        assertThat(preset.title()).isNotBlank();
        assertThat(preset.url()).startsWith("https://");
        assertThat(preset.date()).matches("\\d{4}-\\d{2}-\\d{2}");
        Model model = preset.shape().get();
        assertThat(model.name()).isEqualTo(preset.name());
        assertThat(model.parameters()).isPositive();
    }

    @Test
    void anUnknownNameIsRefusedWithWhatIsNear() {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> Models.resolve("llama-9-8b", HERE))
                .withMessageContaining("no such file and no preset of this name")
                .withMessageContaining("config.json")
                .withMessageContaining("llama-3-8b");
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> Models.resolve("", HERE));
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> Models.resolve("a\0b", HERE));
    }
}

package dev.trainwright.workload.hf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.trainwright.input.InputException;
import dev.trainwright.workload.ParameterCount;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The configs of real models that lie beside the repository; skipped where they do not. */
class SharedConfigsTest {
    private static final Path CONFIGS =
            Path.of("../../shared/cases/configs").toAbsolutePath().normalize();

    /**
     * Totals from outside: published (what the model's own page or the safetensors header of its weights states), or summed by hand from the tensor shapes
     * of the family's modeling code for files that a test suite cut down to one layer.
     */
    private static final Map<String, Long> TOTALS = totals(
            // ALBERT paper, table 1: 12M; transformers' AlbertModel
            "ipex_albert-base-v1 11683584",
            // 250880 x 2048 + norm 4096 + 12 h^2 + 13 h + final norm 4096
            "ipex_bloom 564168704",
            // 65024 x 4544 + h (h + 2 x 284) + h^2 + 8 h^2 + one norm 2h + final 2h
            "ipex_falcon-7b 504547584",
            // 2 x 32000 x 2048 + 2 h^2 + 2 h x 1024 + 3 h x 14336 + 3 h
            "ipex_mistral 231741440",
            // 50432 x 2048 + 12 h^2 + 2 h + h, no position table under ALiBi
            "ipex_mpt 153622528",
            // (50272 + 2050) x 2048 + 12 h^2 + 13 h + 2 h
            "ipex_opt 157517824",
            // 2 x 151936 x 2048 + 4 h^2 + 3 h + 3 h x 11008 + 3 h
            "ipex_qwen 706752512",
            // 2 x 151936 x 2048 + 18 h x 512 + 256 + 128 (3 h x 768 + h) + 3 h
            "ipex_qwen3moe 1245452544",
            // 2 x 100352 x 2048 + 4 h^2 + 3 h + 3 h x 5632 + 4 h + 2 h
            "ipex_stablelm 462440448",
            // 32128 x 512 + 2 x 256 + 12 h^2 (three attentions) + 2 x 2 h x 2048 + 5 h + 2 h
            "ipex_t5 23793664",
            // 51865 d + 448 d + 1500 d + conv 240 d + 3 d^2 + 2 d + 12 d^2 + 12 d + 4 d + 16 d^2 + 15 d + 6 d
            "ipex_whisper 120023040",
            "mlc_aya-23 8028033024",
            "mlc_chatglm 6243584000",
            "mlc_deepseek 16375728128",
            "mlc_deepseek_v2_lite 15706484224",
            // (49280 + 2048) x 2048 + 24 (10 h^2 + 2 h x 128 + 256 + 11 h) + 2 h
            "mlc_gpt_bigcode 1124886528",
            "mlc_gpt_j 6050882784",
            "mlc_internlm2 7737708544",
            "mlc_internlm2_5_7b 7737708544",
            // MiniCPM-MoE-8x2B: 122753 x 2304 + 40 (4 h^2 + 8 x 3 h x 5760 + 8 h + 2 h) + h; its page says 13.6B
            // without the table
            "mlc_minicpm-moe-8x2b 13873291776",
            "mlc_olmo2_13b 13716198400",
            "mlc_phi-4 3836021760",
            "mlc_qwen 1836828672",
            "mlc_qwen2moe 14315784192",
            "mlc_redpajama_3b_v1 2775864320",
            "mlc_smollm2_135m 134515008",
            "mlc_smollm2_360m 361821120",
            "mlc_stablelm 2795443200",
            "mlc_stablelm-2-zephyr-1_6b 1644515328",
            // three more rows in both tables than TinyLlama 1.0
            "mlc_tinyllama_1b_chat_v0.4 1100060672",
            // DeepSeek-V3 report: 671B, 37B activated
            "tt_DeepSeek-V3 671026419200",
            // GIT: 2 x 30522 h + 30522 + 1026 h + 6 BERT layers of 7,087,872 + h^2 + 3 h; CLIP tower of one layer 768 +
            // 16 x 16 x 3 h + 197 h + 4 h + 7,087,872
            "ipex_git 98652474",
            // Phi-3 of one layer with 32218 rows, DINOv2 base 86,580,480, 768 x 3072 + 3072
            "ipex_maira2 400145664",
            // 135040 x 2048 + 4 h^2 + filter 2 h^2 + 2.5 h + 3 h x 8192 + 3 h
            "ipex_yuan 352070656",
            // two tables of 32000 h, 4 h^2 + 3 h x 11008 + 3 h, CLIP ViT-L/14-336 303,507,456, 1024 h + h^2 + 2 h
            "ipex_llava 789018624",
            // Phi-4-multimodal's 5,574,460,384 (published with the weights) less 31 layers of 100,669,440 with their
            // adapters of 576 x 45,056
            "ipex_phi4 1649187808",
            // published with the weights of LLaVA 1.5 7B
            "mlc_llava 7063427072",
            // published with the weights of Mistral Small 3.1 24B, whose shape it has
            "tt_Devstral-Small-2-24B 24011361280",
            // (2 x 128256 + 8) h + 100 (2 h^2 + 2 h x 1024 + 3 h x 28672 + 2 h) + 20 x 258 + h + 7681 h, and the tower
            // of Llama 3.2 11B Vision (10,670,220,835 published)
            "tt_Llama-3.2-90B-Vision-Instruct 88593355323",
            // 27,781,427,952 published with the weights, less the prediction layer's 424,699,392
            "tt_Qwen3.5-27B 27356728560",
            // five layers of 61: 671,026,419,200 less 56 routed layers of 11,507,286,272
            "wwwjn_DeepSeek-V3_config_671B 26618387968");

    static Stream<Path> files() throws Exception {
        if (!Files.isDirectory(CONFIGS)) {
            return Stream.of(CONFIGS);
        }
        try (Stream<Path> files = Files.list(CONFIGS)) {
            return files.filter(f -> !f.endsWith("expected-params.json")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void isRightToTheLastParameter(Path file) {
        assumeTrue(Files.isDirectory(CONFIGS));
        String name = file.getFileName().toString().replaceFirst("(\\.trimmed)?\\.json$", "");
        Long expected = allTotals().get(name);
        String total;
        try {
            total = String.valueOf(
                    ParameterCount.of(HuggingFaceConfig.read(file)).total());
        } catch (InputException e) {
            total = "refused: " + e.getMessage();
        }
        assertThat(total).isEqualTo(String.valueOf(expected));
    }

    @Test
    void mixtralActivatesWhatItsAuthorsSay() {
        Path file = CONFIGS.resolve("mlc_Mixtral-8x7B-v0.1.json");
        assumeTrue(Files.exists(file));
        assertThat(ParameterCount.of(HuggingFaceConfig.read(file)).active()).isEqualTo(12_879_925_248L);
    }

    private static Map<String, Long> allTotals() {
        Map<String, Long> all = new TreeMap<>(TOTALS);
        JsonNode expected = JsonMapper.shared()
                .readTree(CONFIGS.resolve("expected-params.json").toFile());
        for (JsonNode entry : expected) {
            all.put(entry.get("config").asString(), entry.get("params").asLong());
        }
        return all;
    }

    private static Map<String, Long> totals(String... lines) {
        return List.of(lines).stream()
                .map(line -> line.split(" "))
                .collect(Collectors.toMap(pair -> pair[0], pair -> Long.valueOf(pair[1])));
    }
}

package dev.trainwright.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trainwright.cluster.CatalogueFile.Folder;
import dev.trainwright.workload.NumberFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogueLookupTest {

    private static final Catalogue CATALOGUE = Catalogue.builtIn();

    /** Names as published tables write them. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "A100 80GB; a100-sxm-80gb",
                "NVIDIA A100-SXM4-80GB; a100-sxm-80gb",
                "A100-SXM4-40GB; a100-sxm-40gb",
                "A100 40GB; a100-sxm-40gb",
                "H100 80GB; h100-sxm-80gb",
                "H100 80GB SXM; h100-sxm-80gb",
                "NVIDIA H100 80GB HBM3; h100-sxm-80gb",
                "H100 SXM 96GB HBM2e (2.4 TB/s, 500W limit); h100-sxm-96gb-hbm2e",
                "H200; h200-sxm",
                "B200-SXM; b200",
                "GB200; gb200",
                "V100 SXM2 16GB; v100-sxm2-16gb",
                "V100-SXM2 16GB; v100-sxm2-16gb",
                "v100 32gb; v100-sxm2-32gb",
                "MI300X; mi300x",
                "TPU v5p; tpu-v5p",
                "TPU v6e (Trillium); tpu-v6e",
                "GH200 120GB; gh200-96gb",
                "A10G 24GB; a10g",
                "4090; rtx-4090",
                "NVIDIA GeForce RTX 3090; rtx-3090"
            })
    void findsAcceleratorsByTheNamesThatTablesUse(String name, String id) {
        assertThat(CATALOGUE.accelerator(name).id()).isEqualTo(id);
    }

    @Test
    void findsLinksAndNodesByName() {
        assertThat(CATALOGUE.link("NVLink3/NVSwitch").id()).isEqualTo("nvlink3");
        assertThat(CATALOGUE.link("InfiniBand 200 Gb/s").id()).isEqualTo("infiniband-hdr");
        assertThat(CATALOGUE.link("100 Gb/s Ethernet TCP").id()).isEqualTo("ethernet-100g-tcp");
        assertThat(CATALOGUE.node("DGX A100").id()).isEqualTo("dgx-a100-80gb");
        assertThat(CATALOGUE.node("Standard_ND96isr_H100_v5").accelerator().id())
                .isEqualTo("h100-sxm-80gb");
        assertThat(CATALOGUE.node("GB200 (NVL72)").devices()).isEqualTo(72);
    }

    @Test
    void letterCaseAndPunctuationDoNotCount() {
        SplittableRandom random = new SplittableRandom(7);
        for (CatalogueFile file : BuiltInFiles.list().getOrDefault(Folder.ACCELERATORS, List.of())) {
            for (String name : file.allNames()) {
                assertThat(CATALOGUE.accelerator(disguised(name, random)).id()).isEqualTo(file.id());
            }
        }
    }

    @Test
    void aNameThatFitsSeveralIsRefusedWithAllOfThem() {
        assertThatThrownBy(() -> CATALOGUE.accelerator("A100"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "unknown accelerator \"A100\"; did you mean a100-pcie-40gb, a100-pcie-80gb, a100-sxm-40gb or"
                                + " a100-sxm-80gb? For another one, add accelerators/a100.yaml to a catalogue folder of your own"
                                + " (--catalogue FOLDER)");
        assertThatThrownBy(() -> CATALOGUE.node("8x")).hasMessageContaining("unknown node \"8x\"; add nodes/8x.yaml");
        assertThatThrownBy(() -> CATALOGUE.node("TPU")).hasMessageMatching(".*tpu-v4-8, .* or [0-9]+ others\\? .*");
        assertThatThrownBy(() -> CATALOGUE.accelerator("V100"))
                .hasMessageContaining("did you mean v100-pcie-16gb, v100-pcie-32gb, v100-sxm2-16gb or v100-sxm2-32gb?");
    }

    @Test
    void aMisspeltNameIsRefusedWithTheNearest() {
        assertThatThrownBy(() -> CATALOGUE.accelerator("H1O0 SXM")).hasMessageContaining("did you mean h100-sxm-80gb?");
        assertThatThrownBy(() -> CATALOGUE.link("infiniband-hdrr"))
                .hasMessageContaining("did you mean infiniband-hdr?");
        assertThatThrownBy(() -> CATALOGUE.node("dgx-h10")).hasMessageContaining("did you mean dgx-h100");
    }

    @Test
    void aNameInsideALongerTextIsOffered() {
        assertThatThrownBy(() -> CATALOGUE.accelerator("an A100-SXM4-80GB in a rack somewhere"))
                .hasMessageContaining("did you mean a100-sxm-80gb?");
    }

    @Test
    void unknownHardwareIsRefusedWithTheFileToAdd() {
        assertThatThrownBy(() -> CATALOGUE.accelerator("Cerebras WSE-3"))
                .hasMessage(
                        "unknown accelerator \"Cerebras WSE-3\"; add accelerators/cerebras-wse-3.yaml to a catalogue"
                                + " folder of your own (--catalogue FOLDER)");
        assertThatThrownBy(() -> CATALOGUE.link("")).hasMessageContaining("add links/NAME.yaml");
        assertThatThrownBy(() -> CATALOGUE.node("../../etc/passwd")).hasMessageContaining("add nodes/etc-passwd.yaml");
    }

    @Test
    void aFormatThatTheDeviceLacksIsRefused() {
        assertThatThrownBy(() -> CATALOGUE.accelerator("a100-sxm-80gb").peak(NumberFormat.FP8))
                .hasMessageContaining("has no fp8 units");
        assertThatThrownBy(() -> CATALOGUE.accelerator("v100-sxm2-16gb").peak(NumberFormat.BF16))
                .hasMessageContaining("has no bf16 units");
    }

    private static String disguised(String name, SplittableRandom random) {
        StringBuilder disguise = new StringBuilder();
        name.codePoints().forEach(c -> {
            disguise.appendCodePoint(random.nextBoolean() ? Character.toUpperCase(c) : Character.toLowerCase(c));
            if (random.nextInt(4) == 0) {
                disguise.append(" -_./()".charAt(random.nextInt(7)));
            }
        });
        return disguise.toString();
    }
}

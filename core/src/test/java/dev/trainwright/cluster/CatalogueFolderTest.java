package dev.trainwright.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trainwright.input.Format;
import dev.trainwright.input.InputException;
import dev.trainwright.input.Reading;
import dev.trainwright.input.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A catalogue folder of the user's own. */
class CatalogueFolderTest {

    private static final Catalogue CATALOGUE = Catalogue.builtIn();
    private static final String CHIP = """
            id: my-chip
            name: My Chip
            aliases: [MC1]
            vendor: me
            memory: 47 GiB
            memoryBandwidth: 900 GB/s
            peak: {bf16: 100 TFLOP/s, fp32: 20 TFLOP/s}
            vectorPeak: 20 TFLOP/s
            cache: 32 MB
            units: 64
            source: measured here
            date: 2026-03
            """;
    private static final String NET = """
            id: ethernet-100g-tcp
            kind: ethernet-tcp
            bandwidth: 100 Gb/s
            attainable: 61 %
            latency: 18 us
            inNetworkReduction: false
            source: measured here
            date: 2026-03
            """;
    private static final String BOX = """
            id: my-box
            accelerator: MC1
            devices: 4
            intraLink: PCIe 4
            nics: 2
            interLink: 100GbE
            source: measured here
            date: 2026-03
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit fills it
    private Path folder;

    @BeforeEach
    void folders() throws IOException {
        for (String name : new String[] {"accelerators", "links", "nodes"}) {
            Files.createDirectory(folder.resolve(name));
        }
    }

    @Test
    void addsEntriesAndReplacesThoseOfTheSameId() throws IOException {
        write("accelerators/my-chip.yaml", CHIP);
        write("links/ethernet-100g-tcp.yaml", NET);
        write("nodes/my-box.yaml", BOX.replace("100GbE", "ethernet-100g-tcp"));
        Catalogue catalogue = CATALOGUE.with(folder);
        NodeType box = catalogue.node("my box");
        assertThat(box.accelerator().memoryBytes()).isEqualTo(47.0 * (1L << 30));
        assertThat(box.accelerator().watts()).isZero();
        assertThat(box.accelerator().source()).isEqualTo(new Source("measured here", "", "2026-03"));
        assertThat(box.interLink()).isEqualTo(catalogue.link("ethernet-100g-tcp"));
        assertThat(catalogue.node("g5.48xlarge").interLink()).isEqualTo(box.interLink());
        assertThat(catalogue.link("ethernet-100g-tcp").attainable()).isEqualTo(0.61);
        assertThat(CATALOGUE.link("ethernet-100g-tcp").attainable()).isEqualTo(0.45);
        assertThat(catalogue.accelerators())
                .hasSize(CATALOGUE.accelerators().size() + 1)
                .contains("my-chip");
        assertThat(catalogue.links()).isEqualTo(CATALOGUE.links());
    }

    @Test
    void namesEveryProblemOfEveryFileAtOnce() throws IOException {
        write("accelerators/my-chip.yaml", CHIP.replace("47 GiB", "47").replace("units", "unit"));
        write("links/fast.yaml", NET.replace("61 %", "610 %").replace("2026-03", "March"));
        write("nodes/my-box.yaml", BOX.replace("MC1", "A100").replace("nics: 2\n", ""));
        write("nodes/broken.yaml", "id: [");
        Files.createDirectory(folder.resolve("node"));
        assertThatThrownBy(() -> CATALOGUE.with(folder))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("broken.yaml:1")
                .hasMessageContaining(folder.resolve("node") + ": is no part of a catalogue")
                .hasMessageContaining("did you mean nodes?");
        Files.delete(folder.resolve("node"));
        Files.delete(folder.resolve("nodes/broken.yaml"));
        assertThatThrownBy(() -> CATALOGUE.with(folder))
                .message()
                .satisfies(message -> assertThat(message.lines())
                        .hasSize(7)
                        .anyMatch(line -> line.contains("my-chip.yaml:5: memory: 47: the unit is missing"))
                        .anyMatch(line -> line.contains("my-chip.yaml:10: unit: unknown key; did you mean units?"))
                        .anyMatch(line -> line.contains("my-chip.yaml:1: units: missing"))
                        .anyMatch(line -> line.contains("fast.yaml:4: attainable: \"610 %\": expected a ratio"))
                        .anyMatch(line -> line.contains("fast.yaml:8: date: \"March\": expected a date"))
                        .anyMatch(line -> line.contains("my-box.yaml:2: accelerator: \"A100\": unknown accelerator"))
                        .anyMatch(line -> line.contains("my-box.yaml:5: interLink: interLink needs nics")));
    }

    @Test
    void anIdThatIsNotTheFilesNameIsRefused() throws IOException {
        write("accelerators/your-chip.yaml", CHIP);
        assertThatThrownBy(() -> CATALOGUE.with(folder))
                .hasMessageContaining("your-chip.yaml:1: the id is my-chip; expected your-chip, the file's name");
    }

    @Test
    void aNameOfAnotherEntryIsRefused() throws IOException {
        write("accelerators/my-chip.yaml", CHIP.replace("MC1", "h100 SXM"));
        assertThatThrownBy(() -> CATALOGUE.with(folder))
                .hasMessageContaining("\"h100 SXM\": is already a name of the accelerator h100-sxm-80gb");
    }

    @Test
    void severalDevicesNeedALinkAndADeviceAPeak() throws IOException {
        write("accelerators/my-chip.yaml", CHIP.replace("{bf16: 100 TFLOP/s, fp32: 20 TFLOP/s}", "{}"));
        write("nodes/my-box.yaml", BOX.replace("MC1", "l4").replace("intraLink: PCIe 4\n", ""));
        assertThatThrownBy(() -> CATALOGUE.with(folder))
                .hasMessageContaining("my-chip.yaml:7: peak: expected the peak of at least one format")
                .hasMessageContaining("my-box.yaml:3: devices: several devices need intraLink");
    }

    @Test
    void aFolderWithoutEntriesIsRefused() {
        assertThatThrownBy(() -> CATALOGUE.with(folder))
                .hasMessageContaining("holds no entries; expected a folder with");
        assertThatThrownBy(() -> CATALOGUE.with(folder.resolve("none"))).hasMessageContaining("no such folder");
    }

    @Test
    void aNodeMayHoldItsPartsInPlace() {
        String yaml = BOX.replace(
                "accelerator: MC1", "accelerator:\n  " + CHIP.strip().replace("\n", "\n  "));
        NodeType node = Reading.tree(Trees.parse("job.yaml", yaml, Format.YAML), CATALOGUE.nodeKind())
                .value();
        assertThat(node.accelerator().name()).isEqualTo("My Chip");
        assertThat(node.name()).isEqualTo("my-box");
    }

    @Test
    void theExamplesOfTheDocumentationAreRight() throws IOException {
        Path page = Path.of(System.getProperty("basedir", "core")).resolveSibling("docs/catalogue.md");
        Matcher blocks = Pattern.compile("```yaml\n# mine/(\\S+)\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(page));
        while (blocks.find()) {
            write(blocks.group(1), blocks.group(2));
        }
        Catalogue catalogue = CATALOGUE.with(folder);
        assertThat(catalogue.link("InfiniBand HDR").attainable()).isEqualTo(0.78);
        assertThat(catalogue.node("dgx-a100-80gb").interLink()).isEqualTo(catalogue.link("infiniband-hdr"));
        assertThat(catalogue.node("my-box").accelerator().watts()).isEqualTo(300);
    }

    private void write(String file, String text) throws IOException {
        Files.writeString(folder.resolve(file), text);
    }
}

package dev.trainwright.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.cluster.CatalogueFile.Folder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every file of the catalogue is complete, sourced, indexed and found. */
class CatalogueDataTest {

    private static final Catalogue CATALOGUE = Catalogue.builtIn();
    private static final Path FILES =
            Path.of(System.getProperty("basedir", "core")).resolve("src/main/resources/catalogue");

    @Test
    void everyFileIsRightAndSaysWhereItsFiguresStand() throws IOException {
        assertThat(stems("accelerators")).isEqualTo(CATALOGUE.accelerators()).hasSizeGreaterThanOrEqualTo(30);
        assertThat(stems("links")).isEqualTo(CATALOGUE.links()).hasSizeGreaterThanOrEqualTo(30);
        assertThat(stems("nodes")).isEqualTo(CATALOGUE.nodes()).hasSizeGreaterThanOrEqualTo(40);
        assertThat(sources()).allSatisfy((entry, source) -> {
            assertThat(source.title()).isNotBlank();
            assertThat(source.url()).matches("https?://[^ ]+");
            assertThat(source.date()).matches("(19|20)[0-9]{2}-[0-9]{2}(-[0-9]{2})?");
        });
    }

    @Test
    void theIndexListsEveryEntryWithItsNames() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String id : CATALOGUE.accelerators()) {
            Accelerator entry = CATALOGUE.accelerator(id);
            lines.add(line("accelerators/" + id, entry.name(), entry.aliases()));
        }
        for (String id : CATALOGUE.links()) {
            Link entry = CATALOGUE.link(id);
            lines.add(line("links/" + id, entry.name(), entry.aliases()));
        }
        for (String id : CATALOGUE.nodes()) {
            NodeType entry = CATALOGUE.node(id);
            lines.add(line("nodes/" + id, entry.name(), entry.aliases()));
        }
        assertThat(Files.readAllLines(FILES.resolve("index.txt")))
                .as("catalogue/index.txt: one line an entry, path | name | aliases, sorted by path in each folder")
                .containsExactlyElementsOf(lines);
    }

    @Test
    void noNameBelongsToTwoEntries() {
        for (Folder folder : Folder.values()) {
            Map<String, String> owners = new HashMap<>();
            for (CatalogueFile file : BuiltInFiles.list().getOrDefault(folder, List.of())) {
                for (String name : file.allNames()) {
                    String other = owners.put(Names.fold(name), file.id());
                    assertThat(other)
                            .as("%s is a name of %s and", name, file.id())
                            .isIn(null, file.id());
                }
            }
        }
    }

    @Test
    void partsFitTogether() {
        for (String id : CATALOGUE.nodes()) {
            NodeType node = CATALOGUE.node(id);
            assertThat(node.accelerator())
                    .as(id)
                    .isEqualTo(CATALOGUE.accelerator(node.accelerator().id()));
            assertThat(node.nics() > 0)
                    .as("%s has ports and a link, or neither", id)
                    .isEqualTo(node.interLink() != null);
            assertThat(node.devices() == 1 || node.intraLink() != null).as(id).isTrue();
        }
        for (String id : CATALOGUE.accelerators()) {
            Accelerator entry = CATALOGUE.accelerator(id);
            assertThat(entry.peak()).as(id).containsValue(entry.vectorPeak());
        }
    }

    @Test
    void examplePricesAreOfNodesAndDated() {
        assertThat(CATALOGUE.examplePrices()).hasSizeGreaterThanOrEqualTo(10).allSatisfy(price -> {
            double usdPerDeviceHour =
                    price.perNode().perHour() / CATALOGUE.node(price.nodeId()).devices();
            assertThat(usdPerDeviceHour).as(price.nodeId()).isBetween(0.3, 15.0);
            assertThat(price.source().date()).matches("20[0-9]{2}-[0-9]{2}");
        });
        assertThat(CATALOGUE.examplePrices().stream().map(ExamplePrice::nodeId)).doesNotHaveDuplicates();
    }

    private static Map<String, Source> sources() {
        Map<String, Source> sources = new HashMap<>();
        CATALOGUE
                .accelerators()
                .forEach(id -> sources.put(id, CATALOGUE.accelerator(id).source()));
        CATALOGUE.links().forEach(id -> sources.put(id, CATALOGUE.link(id).source()));
        CATALOGUE.nodes().forEach(id -> sources.put(id, CATALOGUE.node(id).source()));
        return sources;
    }

    private static String line(String path, String name, List<String> aliases) {
        List<String> columns = new ArrayList<>(List.of(path, name));
        columns.addAll(aliases);
        return String.join(" | ", columns);
    }

    private static List<String> stems(String folder) throws IOException {
        try (Stream<Path> files = Files.list(FILES.resolve(folder))) {
            return files.map(file -> file.getFileName().toString().replaceFirst("\\.yaml$", ""))
                    .sorted()
                    .toList();
        }
    }
}

package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pages point at files and classes that are there. */
class DocsTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern LINK = Pattern.compile("]\\(([^)#:\\s]+)(?:#[^)]*)?\\)");
    /** A class, perhaps behind its package and before its member. */
    private static final Pattern CLASS = Pattern.compile("`(?:[a-z]+\\.)*([A-Z][a-z]\\w+)(?:\\.\\w+)*`");

    @Test
    void linksLeadToFiles() throws IOException {
        var broken = new TreeSet<String>();
        for (Path page : pages()) {
            String text = Files.readString(page);
            LINK.matcher(text)
                    .results()
                    .map(r -> r.group(1))
                    .filter(target -> !Files.exists(page.resolveSibling(target)))
                    .forEach(target -> broken.add(page + ": " + target));
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void theCostModelNamesClassesThatExist() throws IOException {
        var named = CLASS.matcher(Files.readString(ROOT.resolve("docs/cost-model.md")))
                .results()
                .map(r -> r.group(1) + ".java")
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(named).contains("Spine.java", "LayerCosting.java", "MemoryModel.java");
        try (Stream<Path> files = Files.walk(ROOT.resolve("core/src/main/java"))) {
            var there = files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
            assertThat(there).containsAll(named);
        }
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            return Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList();
        }
    }
}

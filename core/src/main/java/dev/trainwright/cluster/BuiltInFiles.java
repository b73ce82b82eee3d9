package dev.trainwright.cluster;

import dev.trainwright.cluster.CatalogueFile.Folder;
import dev.trainwright.input.Format;
import dev.trainwright.input.Node;
import dev.trainwright.input.Trees;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The catalogue that comes with the program. Its {@code index.txt} lists every entry with its names, so that one entry is
 * found by reading one file; a test keeps the two equal.
 */
final class BuiltInFiles {

    static final String EXAMPLE_PRICES = "prices/examples";

    private static final String ROOT = "catalogue/";

    private BuiltInFiles() {}

    static Map<Folder, List<CatalogueFile>> list() {
        Map<Folder, List<CatalogueFile>> files = new EnumMap<>(Folder.class);
        new String(bytes("index.txt"), StandardCharsets.UTF_8).lines().forEach(line -> {
            String[] columns = line.split(" \\| ", -1);
            for (Folder folder : Folder.values()) {
                if (columns[0].startsWith(folder.path() + "/")) {
                    files.computeIfAbsent(folder, f -> new ArrayList<>()).add(file(folder, columns));
                }
            }
        });
        return files;
    }

    /** The tree of a file, given by its path without the ending. */
    static Node tree(String path) {
        return Trees.parse(ROOT + path + ".yaml", bytes(path + ".yaml"), Format.YAML);
    }

    private static CatalogueFile file(Folder folder, String[] columns) {
        String path = columns[0];
        List<String> names = Arrays.asList(columns).subList(1, columns.length);
        return new CatalogueFile(path.substring(folder.path().length() + 1), names, () -> tree(path));
    }

    private static byte[] bytes(String path) {
        try (InputStream in = BuiltInFiles.class.getClassLoader().getResourceAsStream(ROOT + path)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks its file " + ROOT + path);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

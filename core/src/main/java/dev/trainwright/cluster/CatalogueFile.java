package dev.trainwright.cluster;

import dev.trainwright.input.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * One file of the catalogue, not read yet.
 *
 * @param id the entry's id, which is the file's name
 * @param names the entry's name and aliases
 * @param tree reads the file
 */
record CatalogueFile(String id, List<String> names, Supplier<Node> tree) {

    CatalogueFile {
        names = List.copyOf(names);
    }

    /** The folders of a catalogue. */
    enum Folder {
        ACCELERATORS("accelerator", "an accelerator"),
        LINKS("link", "a link"),
        NODES("node", "a node");

        private final String noun;
        private final String withArticle;

        Folder(String noun, String withArticle) {
            this.noun = noun;
            this.withArticle = withArticle;
        }

        String noun() {
            return noun;
        }

        String withArticle() {
            return withArticle;
        }

        String path() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The id, then the other names. */
    List<String> allNames() {
        List<String> all = new ArrayList<>(List.of(id));
        all.addAll(names);
        return all;
    }
}

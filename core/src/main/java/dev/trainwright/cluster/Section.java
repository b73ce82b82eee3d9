package dev.trainwright.cluster;

import dev.trainwright.input.InputException;
import dev.trainwright.input.Kind;
import dev.trainwright.input.Kinds;
import dev.trainwright.input.Node;
import dev.trainwright.input.Reading;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The entries of one folder of the catalogue. A file is read when its entry is first asked for.
 *
 * @param <T> what the files hold
 */
final class Section<T> {

    private final CatalogueFile.Folder folder;
    private final Map<String, CatalogueFile> files = new TreeMap<>();
    private final Names names;
    private final Kind<T> shape;
    private final Kind<T> inPlace;
    private final Function<T, String> id;
    private final Map<String, T> read = new ConcurrentHashMap<>();

    Section(
            CatalogueFile.Folder folder,
            List<CatalogueFile> files,
            Kind<T> shape,
            Kind<T> inPlace,
            Function<T, String> id) {
        this.folder = folder;
        files.forEach(file -> this.files.put(file.id(), file));
        this.names = new Names(this.files.values());
        this.shape = shape;
        this.inPlace = inPlace;
        this.id = id;
    }

    List<String> ids() {
        return List.copyOf(files.keySet());
    }

    /**
     * The entry with this id or name.
     *
     * @throws IllegalArgumentException when there is none, with the nearest names and the file to add
     * @throws InputException when its file is wrong
     */
    T get(String name) {
        CatalogueFile file =
                names.find(name).map(files::get).orElseThrow(() -> new IllegalArgumentException(unknown(name)));
        T known = read.get(file.id());
        return known == null ? read(file) : known;
    }

    /** The name of an entry, or an entry in place. */
    Kind<T> kind() {
        String accepted = "the name of " + folder.withArticle() + " in the catalogue";
        return Kinds.scalarOr(Kinds.text(accepted).map(this::get), inPlace);
    }

    private T read(CatalogueFile file) {
        Node tree = file.tree().get();
        T entry = Reading.tree(tree, shape).value();
        if (!id.apply(entry).equals(file.id())) {
            throw InputException.of(
                    tree.place(), "", "the id is " + id.apply(entry) + "; expected " + file.id() + ", the file's name");
        }
        read.put(file.id(), entry);
        return entry;
    }

    private String unknown(String name) {
        List<String> near = names.near(name);
        String meant = near.isEmpty() ? "; " : "; did you mean " + Names.either(near) + "? For another one, ";
        return "unknown " + folder.noun() + " \"" + name + "\"" + meant + "add " + folder.path() + "/"
                + Names.fileName(name) + ".yaml to a catalogue folder of your own (--catalogue FOLDER)";
    }
}

package dev.trainwright.cluster;

import dev.trainwright.cluster.CatalogueFile.Folder;
import dev.trainwright.input.InputException;
import dev.trainwright.input.Kind;
import dev.trainwright.input.Place;
import dev.trainwright.input.Problem;
import dev.trainwright.input.Reading;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Accelerators, links and nodes by id or name; letter case, spaces and punctuation of a name do not count. Link bandwidth
 * is of one device and one direction, peaks are dense, memory is what the driver reports.
 *
 * <p>An unknown name is an {@link IllegalArgumentException} with the nearest ones and the file to add: nothing is put in
 * its place.
 */
public final class Catalogue {

    private final Map<Folder, List<CatalogueFile>> files;
    private final Section<Accelerator> accelerators;
    private final Section<Link> links;
    private final Section<NodeType> nodes;

    private Catalogue(Map<Folder, List<CatalogueFile>> files) {
        this.files = files;
        accelerators = section(Folder.ACCELERATORS, AcceleratorShape.SHAPE, AcceleratorShape.IN_PLACE, Accelerator::id);
        links = section(Folder.LINKS, LinkShape.SHAPE, LinkShape.IN_PLACE, Link::id);
        nodes = section(
                Folder.NODES,
                NodeShape.of(accelerators.kind(), links.kind()),
                NodeShape.inPlace(accelerators.kind(), links.kind()),
                NodeType::id);
    }

    /** The catalogue that comes with the program. */
    public static Catalogue builtIn() {
        return BuiltIn.CATALOGUE;
    }

    /**
     * This catalogue with the entries of a folder added. An entry with the id of one that is there replaces it, also
     * inside nodes that name it.
     *
     * @throws InputException with every problem in the folder: what is no entry, a wrong file, a name that is another's
     */
    public Catalogue with(Path folder) {
        Map<Folder, List<CatalogueFile>> added = UserFiles.list(folder);
        Map<Folder, List<CatalogueFile>> all = new EnumMap<>(Folder.class);
        Set<Problem> problems = new LinkedHashSet<>();
        for (Folder part : Folder.values()) {
            all.put(part, merged(part, added.getOrDefault(part, List.of()), problems));
        }
        Catalogue catalogue = new Catalogue(all);
        added.forEach((part, list) -> list.forEach(file -> {
            try {
                catalogue.section(part).get(file.id());
            } catch (InputException e) {
                problems.addAll(e.problems());
            }
        }));
        if (!problems.isEmpty()) {
            throw new InputException(List.copyOf(problems));
        }
        return catalogue;
    }

    /** The accelerator with this id or name. */
    public Accelerator accelerator(String name) {
        return accelerators.get(name);
    }

    /** The link with this id or name. */
    public Link link(String name) {
        return links.get(name);
    }

    /** The node with this id or name. */
    public NodeType node(String name) {
        return nodes.get(name);
    }

    /** Ids of all accelerators, sorted. */
    public List<String> accelerators() {
        return accelerators.ids();
    }

    /** Ids of all links, sorted. */
    public List<String> links() {
        return links.ids();
    }

    /** Ids of all nodes, sorted. */
    public List<String> nodes() {
        return nodes.ids();
    }

    /** A value that names an accelerator or holds one in place. */
    public Kind<Accelerator> acceleratorKind() {
        return accelerators.kind();
    }

    /** A value that names a link or holds one in place. */
    public Kind<Link> linkKind() {
        return links.kind();
    }

    /** A value that names a node or holds one in place. */
    public Kind<NodeType> nodeKind() {
        return nodes.kind();
    }

    /** Dated list prices, as examples. */
    public List<ExamplePrice> examplePrices() {
        return Reading.tree(BuiltInFiles.tree(BuiltInFiles.EXAMPLE_PRICES), ExamplePrice.FILE)
                .value();
    }

    private List<CatalogueFile> merged(Folder part, List<CatalogueFile> added, Set<Problem> problems) {
        Set<String> replaced = new HashSet<>();
        added.forEach(file -> replaced.add(file.id()));
        List<CatalogueFile> all = new ArrayList<>();
        files.getOrDefault(part, List.of()).stream()
                .filter(file -> !replaced.contains(file.id()))
                .forEach(all::add);
        for (CatalogueFile file : added) {
            Names taken = new Names(all);
            Place place = file.tree().get().place();
            file.allNames()
                    .forEach(name -> taken.find(name)
                            .ifPresent(other -> problems.add(new Problem(
                                    place,
                                    "\"" + name + "\"",
                                    "is already a name of the " + part.noun() + " " + other))));
            all.add(file);
        }
        return all;
    }

    private <T> Section<T> section(Folder folder, Kind<T> shape, Kind<T> inPlace, Function<T, String> id) {
        return new Section<>(folder, files.getOrDefault(folder, List.of()), shape, inPlace, id);
    }

    private Section<?> section(Folder folder) {
        return switch (folder) {
            case ACCELERATORS -> accelerators;
            case LINKS -> links;
            case NODES -> nodes;
        };
    }

    private static final class BuiltIn {
        static final Catalogue CATALOGUE = new Catalogue(BuiltInFiles.list());
    }
}

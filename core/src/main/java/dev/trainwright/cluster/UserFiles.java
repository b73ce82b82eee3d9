package dev.trainwright.cluster;

import dev.trainwright.cluster.CatalogueFile.Folder;
import dev.trainwright.input.InputException;
import dev.trainwright.input.Nearest;
import dev.trainwright.input.Node;
import dev.trainwright.input.Place;
import dev.trainwright.input.Problem;
import dev.trainwright.input.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A catalogue folder of the user's own: {@code accelerators/}, {@code links/} and {@code nodes/} with YAML or JSON files. */
final class UserFiles {

    private static final Map<String, Folder> FOLDERS =
            Arrays.stream(Folder.values()).collect(Collectors.toMap(Folder::path, f -> f, (a, b) -> a, TreeMap::new));

    private final List<Problem> problems = new ArrayList<>();
    private final Map<Folder, List<CatalogueFile>> files = new EnumMap<>(Folder.class);

    private UserFiles() {}

    /** Lists the folder; {@link InputException} with every problem. */
    static Map<Folder, List<CatalogueFile>> list(Path root) {
        UserFiles found = new UserFiles();
        found.scan(root);
        if (found.problems.isEmpty() && found.files.isEmpty()) {
            found.refuse(
                    root, "holds no entries; expected a folder with " + String.join("/, ", FOLDERS.keySet()) + "/");
        }
        if (!found.problems.isEmpty()) {
            throw new InputException(found.problems);
        }
        return found.files;
    }

    private void scan(Path root) {
        for (Path child : children(root)) {
            String name = name(child);
            Folder folder = FOLDERS.get(name);
            if (folder != null) {
                children(child).forEach(file -> add(folder, file));
            } else if (Files.isDirectory(child) || isData(name)) {
                String hint = Nearest.to(name, FOLDERS.keySet())
                        .map(near -> "; did you mean " + near + "?")
                        .orElse("");
                refuse(
                        child,
                        "is no part of a catalogue, which has " + String.join("/, ", FOLDERS.keySet()) + "/" + hint);
            }
        }
    }

    private void add(Folder folder, Path file) {
        if (isData(name(file))) {
            try {
                Node tree = Trees.read(file);
                String id = name(file).substring(0, name(file).lastIndexOf('.'));
                files.computeIfAbsent(folder, f -> new ArrayList<>())
                        .add(new CatalogueFile(id, names(tree), () -> tree));
            } catch (InputException e) {
                problems.addAll(e.problems());
            }
        }
    }

    /** What the entry is called, as far as the file is right: its shape is checked when it is read. */
    private static List<String> names(Node tree) {
        List<String> names = new ArrayList<>();
        if (tree instanceof Node.Mapping mapping) {
            mapping.find("name").ifPresent(name -> addText(name, names));
            mapping.find("aliases").ifPresent(aliases -> {
                if (aliases instanceof Node.Sequence list) {
                    list.items().forEach(alias -> addText(alias, names));
                }
            });
        }
        return names;
    }

    private static void addText(Node node, List<String> names) {
        if (node instanceof Node.Scalar scalar && scalar.type() == Node.Type.TEXT) {
            names.add(scalar.text());
        }
    }

    private List<Path> children(Path folder) {
        try (Stream<Path> children = Files.list(folder)) {
            return children.sorted().toList();
        } catch (IOException e) {
            refuse(folder, Files.exists(folder) ? "is not a folder that can be read" : "no such folder");
            return List.of();
        }
    }

    private void refuse(Path path, String message) {
        problems.add(new Problem(new Place(path.toString(), 0, 0, ""), "", message));
    }

    private static boolean isData(String name) {
        return name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json");
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }
}

package dev.trainwright.cluster;

import dev.trainwright.input.Nearest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds entries by the names that people write; letter case, spaces and punctuation do not count. */
final class Names {

    private static final int SHOWN = 6;
    private static final int TELLING = 3;

    private final Map<String, String> idByFolded = new LinkedHashMap<>();
    private final Map<String, String> idByName = new LinkedHashMap<>();

    Names(Collection<CatalogueFile> files) {
        for (CatalogueFile file : files) {
            for (String name : file.allNames()) {
                idByFolded.put(fold(name), file.id());
                idByName.put(name, file.id());
            }
        }
    }

    Optional<String> find(String name) {
        return Optional.ofNullable(idByFolded.get(fold(name)));
    }

    /** Ids that were perhaps meant: those with a name that contains the word, else with one inside it, else the nearest. */
    List<String> near(String word) {
        String folded = fold(word);
        List<String> containing = ids(folded.length() < TELLING ? List.of() : having(folded, true));
        if (!containing.isEmpty()) {
            return containing;
        }
        Optional<String> nearest = Nearest.to(word, idByName.keySet()).map(idByName::get);
        return nearest.map(List::of).orElseGet(() -> ids(having(folded, false)));
    }

    private List<String> having(String word, boolean inside) {
        return idByFolded.keySet().stream()
                .filter(name -> name.length() >= TELLING && (inside ? name.contains(word) : word.contains(name)))
                .toList();
    }

    private List<String> ids(List<String> folded) {
        return folded.stream()
                .map(idByFolded::get)
                .distinct()
                .sorted()
                .limit(SHOWN)
                .toList();
    }

    /** The form in which names are compared. */
    static String fold(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
    }

    /** The name of the file that would hold an entry of this name. */
    static String fileName(String name) {
        String file =
                name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-").replaceAll("^[-.]+|[-.]+$", "");
        return file.isEmpty() ? "NAME" : file;
    }

    /** {@code a, b or c}. */
    static String either(List<String> ids) {
        List<String> words = new ArrayList<>(ids);
        String last = words.remove(words.size() - 1);
        return words.isEmpty() ? last : words.stream().collect(Collectors.joining(", ", "", " or ")) + last;
    }
}

package dev.trainwright.cluster;

import dev.trainwright.input.Nearest;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds entries by the names that people write; letter case, spaces and punctuation do not count. */
final class Names {

    private static final int SHOWN = 6;
    private static final int TELLING = 3;
    private static final Pattern PUNCTUATION = Pattern.compile("[^\\p{L}\\p{N}]");

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

    /** Ids perhaps meant: those with a name that contains the word, else the nearest, else those with a name inside it. */
    List<String> near(String word) {
        String folded = fold(word);
        if (folded.length() >= TELLING) {
            List<String> around = ids(idByFolded.keySet().stream().filter(name -> name.contains(folded)));
            if (!around.isEmpty()) {
                return around;
            }
        }
        Optional<String> nearest = Nearest.to(word, idByName.keySet()).map(idByName::get);
        return nearest.map(List::of).orElseGet(() -> inside(folded));
    }

    private List<String> inside(String word) {
        List<String> inside = idByFolded.keySet().stream()
                .filter(name -> name.length() >= TELLING && word.contains(name))
                .toList();
        return ids(inside.stream()
                .filter(name -> inside.stream().noneMatch(longer -> !longer.equals(name) && longer.contains(name))));
    }

    private List<String> ids(Stream<String> folded) {
        return folded.map(idByFolded::get).distinct().sorted().toList();
    }

    /** The form in which names are compared. */
    static String fold(String name) {
        return PUNCTUATION.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("");
    }

    /** The name of the file that would hold an entry of this name. */
    static String fileName(String name) {
        String file =
                name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-").replaceAll("^[-.]+|[-.]+$", "");
        return file.isEmpty() ? "NAME" : file;
    }

    /** {@code a, b or c}, the rest of many counted. */
    static String either(List<String> ids) {
        int more = ids.size() - SHOWN;
        List<String> words = Stream.concat(
                        ids.stream().limit(SHOWN), more > 0 ? Stream.of(more + " others") : Stream.empty())
                .toList();
        int last = words.size() - 1;
        return last == 0 ? words.get(0) : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    }
}

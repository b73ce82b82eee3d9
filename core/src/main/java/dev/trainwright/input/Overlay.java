package dev.trainwright.input;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes to a file's tree from the command line, {@code key=value} with a dotted path as the key. The value is YAML; an empty one takes the key out. What a change
 * brings stands at the place {@value #OPTION}, so that errors name the option, and paths in it are relative to the working folder.
 */
public final class Overlay {
    /** The option that changes come from. */
    public static final String OPTION = "--set";

    private static final String EXPECTED = "expected KEY=VALUE with a dotted key, such as workload.globalBatch=512";

    private Overlay() {}

    /**
     * {@code root} with the changes, in their order. A part that stands in a file of its own is read from there where a change goes into it.
     *
     * @throws InputException with every change that cannot be made
     */
    public static Node on(Node root, List<String> changes) {
        return on(root, changes, OPTION);
    }

    /** The same for changes that come from another option, which errors name. */
    public static Node on(Node root, List<String> changes, String option) {
        Node changed = root;
        Set<String> seen = new HashSet<>();
        List<Problem> problems = new ArrayList<>();
        for (String change : changes) {
            int equals = change.indexOf('=');
            String key = equals < 0 ? "" : change.substring(0, equals).strip();
            String text = change.substring(equals + 1).strip();
            Place place = new Place(option, 0, 0, key);
            if (!key.matches("\\w+(\\.\\w+)*")) {
                problems.add(new Problem(new Place(option, 0, 0, ""), Show.quoted(change), EXPECTED));
            } else if (!seen.add(key)) {
                problems.add(new Problem(place, "", "is set twice"));
            } else {
                try {
                    Node value = text.isEmpty() ? null : new TreeParser(place, Format.YAML).parse(text);
                    changed = set(changed, key.split("\\.", -1), 0, value, option);
                } catch (InputException e) {
                    problems.addAll(e.problems());
                }
            }
        }
        if (!problems.isEmpty()) {
            throw new InputException(problems);
        }
        return changed;
    }

    private static Node set(Node node, String[] path, int depth, @Nullable Node value, String option) {
        Node opened = depth == 1 ? opened(node) : node;
        Place here = new Place(option, 0, 0, String.join(".", List.of(path).subList(0, depth + 1)));
        if (!(opened instanceof Node.Mapping mapping)) {
            throw InputException.of(here, "", "nothing can be set inside " + node.shown() + "; set that as a whole");
        }
        Map<String, Node.Entry> entries = new LinkedHashMap<>(mapping.entries());
        Node.Entry old = entries.get(path[depth]);
        if (depth == path.length - 1) {
            if (value != null) {
                entries.put(path[depth], new Node.Entry(here, value));
            } else if (entries.remove(path[depth]) == null) {
                throw InputException.of(here, "", "is not in the file, so that it cannot be taken out");
            }
        } else {
            Node inner = old == null ? new Node.Mapping(here, Map.of()) : old.value();
            Place place = old == null ? here : old.keyPlace();
            entries.put(path[depth], new Node.Entry(place, set(inner, path, depth + 1, value, option)));
        }
        return new Node.Mapping(mapping.place(), entries);
    }

    private static Node opened(Node part) {
        if (part instanceof Node.Scalar scalar && Format.of(scalar.text()).isPresent()) {
            Path file = Kinds.resolve(scalar.place(), scalar.text());
            return Trees.read(file);
        }
        return part;
    }
}

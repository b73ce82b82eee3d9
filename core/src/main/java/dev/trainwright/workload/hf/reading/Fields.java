package dev.trainwright.workload.hf.reading;

import dev.trainwright.input.InputException;
import dev.trainwright.input.Node;
import dev.trainwright.input.Place;
import dev.trainwright.input.Problem;
import dev.trainwright.workload.Transformer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * One JSON object of a config, read key by key. A key with the value null counts as absent. Problems are collected: a reader asks for all it needs, gets
 * a stand-in where something is wrong, and {@link #settle} throws them together.
 */
public final class Fields {

    /** What a wrong value is replaced by until {@link #settle}. */
    private static final int STAND_IN = 1;

    /** Shorter keys differ by one letter from others on purpose. */
    private static final int SHORTEST_SLIP = 8;

    private final Node.Mapping mapping;
    private final @Nullable Fields parent;
    private final List<Problem> problems;
    private final List<String> notes;
    private final BiFunction<Fields, String, Transformer> models;
    private final Set<String> asked = new TreeSet<>();

    private Fields(
            Node.Mapping mapping,
            @Nullable Fields parent,
            List<Problem> problems,
            List<String> notes,
            BiFunction<Fields, String, Transformer> models) {
        this.mapping = mapping;
        this.parent = parent;
        this.problems = problems;
        this.notes = notes;
        this.models = models;
    }

    /** The root object of a file; {@code models} reads a nested one by its family, or by the one that it belongs to where it names none. */
    public static Fields of(Node root, BiFunction<Fields, String, Transformer> models) {
        if (root instanceof Node.Mapping mapping) {
            return new Fields(mapping, null, new ArrayList<>(), new ArrayList<>(), models);
        }
        throw InputException.of(root.place(), root.shown(), "expected a JSON object");
    }

    /** A part that a family's code fixes and its files only name. */
    public static Fields fixed(Node root) {
        return of(root, (fields, family) -> {
            throw fields.refusal("a part on its own");
        });
    }

    /** The model that this object holds, of {@code absentFamily} where it names none. */
    public Transformer model(String absentFamily) {
        settle();
        return models.apply(this, absentFamily);
    }

    /** What was assumed so far, in sentences. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    public void note(String sentence) {
        if (!notes.contains(sentence)) {
            notes.add(sentence);
        }
    }

    /** Whether the key is there with a value other than null. */
    public boolean has(String key) {
        return find(key).isPresent();
    }

    /** A number that must be there. */
    public int size(Size size, String... keys) {
        Optional<Integer> given = number(size, keys);
        if (given.isEmpty() && List.of(keys).stream().noneMatch(this::has)) {
            refuse(keys[0], "missing; expected " + size.accepted());
        }
        return given.orElse(STAND_IN);
    }

    /** A number that may be absent. */
    public int sizeOr(int absent, Size size, String... keys) {
        return number(size, keys).orElse(absent);
    }

    /** A number that a file's root must have, while a nested object may leave it to its class's default (transformers writes only differences there); 0 for none. */
    public int shape(int classDefault, Size size, String key) {
        if (parent == null || has(key) || classDefault == 0) {
            return size(size, key);
        }
        note("no " + path(key) + ": the class's default, " + classDefault);
        return classDefault;
    }

    /** A yes or no that may be absent. */
    public boolean flag(String key, boolean absent) {
        return flag(key).orElse(absent);
    }

    /** A yes or no, empty when absent; null, which Python takes for no, is one. */
    public Optional<Boolean> flag(String key) {
        if (isNull(key)) {
            return Optional.of(false);
        }
        return find(key).flatMap(node -> {
            if (node instanceof Node.Scalar scalar && scalar.type() == Node.Type.BOOLEAN) {
                return Optional.of(scalar.text().equals("true"));
            }
            return wrong(node, "true or false");
        });
    }

    /**
     * Whether the output matrix is the token table. A text config's own word counts; where it says nothing that of the whole, and else {@code absent}. Two
     * that differ are refused, since releases of transformers disagree which one holds.
     */
    public boolean tied(boolean absent) {
        String key = "tie_word_embeddings";
        Optional<Boolean> own = flag(key);
        Optional<Boolean> whole = parent == null ? Optional.empty() : parent.flag(key);
        if (own.isPresent() && whole.isPresent() && !own.equals(whole)) {
            require(false, key, "contradicts the root's " + key + ": " + whole.get() + "; expected the same in both");
        }
        return own.or(() -> whole).orElse(absent);
    }

    /** Refuses every key but these: in a file that does not name its family, a key that is not the assumed one's tells of another. */
    public void only(Set<String> keys, String family) {
        List<String> foreign = mapping.entries().keySet().stream()
                .filter(key -> !keys.contains(key))
                .toList();
        if (!foreign.isEmpty()) {
            refuse(
                    foreign.get(0),
                    "no key of " + family + (foreign.size() > 1 ? ", like " + (foreign.size() - 1) + " more" : "")
                            + "; expected a model_type, or only " + String.join(", ", new TreeSet<>(keys)));
        }
    }

    /** Refuses keys that nobody asked for and that differ by one letter from one that was asked for and is absent. */
    public void refuseSlips() {
        for (String key : mapping.entries().keySet()) {
            asked.stream()
                    .filter(wanted -> wanted.length() >= SHORTEST_SLIP && !asked.contains(key))
                    .filter(wanted -> mapping.find(wanted).isEmpty() && Slips.isOne(key, wanted))
                    .findFirst()
                    .ifPresent(wanted -> refuse(key, "unknown key; did you mean " + wanted + "?"));
        }
    }

    /** Whether the key is there with the value null. */
    public boolean isNull(String key) {
        return mapping.find(key).isPresent() && !has(key);
    }

    /** A text that may be absent. */
    public String text(String key, String absent) {
        return find(key)
                .flatMap(node -> node instanceof Node.Scalar scalar && scalar.type() == Node.Type.TEXT
                        ? Optional.of(scalar.text())
                        : wrong(node, "a text"))
                .orElse(absent);
    }

    /** A single value as the file has it, a number too; empty when absent. */
    public String shown(String key) {
        return find(key)
                .map(node -> node instanceof Node.Scalar scalar ? scalar.text() : node.shown())
                .orElse("");
    }

    /** Whether the key holds just that text. */
    public boolean isText(String key, String expected) {
        return find(key)
                .filter(node ->
                        node instanceof Node.Scalar scalar && scalar.text().equals(expected))
                .isPresent();
    }

    /** A factor such as an expansion ratio that may be absent. */
    public double factor(String key, double absent) {
        return find(key)
                .flatMap(node -> {
                    double value = node instanceof Node.Scalar scalar && scalar.type() == Node.Type.NUMBER
                            ? Double.parseDouble(scalar.text())
                            : 0;
                    return value > 0 && value <= 1024
                            ? Optional.of(value)
                            : wrong(node, "a number above 0, up to 1024");
                })
                .orElse(absent);
    }

    /** Whether a number is above 0; null is not. */
    public boolean positive(String key, boolean absent) {
        if (isNull(key)) {
            return false;
        }
        return find(key)
                .flatMap(node -> node instanceof Node.Scalar scalar && scalar.type() == Node.Type.NUMBER
                        ? Optional.of(Double.parseDouble(scalar.text()) > 0)
                        : wrong(node, "a number"))
                .orElse(absent);
    }

    /** A number that may be absent, or a list of one and the same, such as for every layer or for both sides of an image. */
    public int uniform(int absent, Size size, String key) {
        Optional<Node> given = find(key);
        if (given.isEmpty() || !(given.get() instanceof Node.Sequence sequence)) {
            return sizeOr(absent, size, key);
        }
        List<Integer> values = sequence.items().stream()
                .flatMap(item -> whole(item, size).stream())
                .distinct()
                .toList();
        require(values.size() == 1, key, "expected one value throughout, found " + values);
        return values.isEmpty() ? STAND_IN : values.get(0);
    }

    /** The yes and no of a list; it must be there. */
    public List<Boolean> flags(String key) {
        List<String> texts = scalars(key, Node.Type.BOOLEAN, "a list of true and false");
        if (texts == null) {
            refuse(key, "missing; expected a list of true and false");
            return List.of();
        }
        return texts.stream().map("true"::equals).toList();
    }

    /** The texts of a list, or null when absent. */
    @Nullable
    public List<String> texts(String key) {
        return scalars(key, Node.Type.TEXT, "a list of texts");
    }

    /** The whole numbers of a list, or null when absent. */
    @Nullable
    public List<Integer> numbers(String key) {
        List<String> texts = scalars(key, Node.Type.NUMBER, "a list of whole numbers");
        if (texts == null) {
            return null;
        }
        List<Integer> numbers = new ArrayList<>();
        for (String text : texts) {
            try {
                numbers.add(Integer.parseInt(text));
            } catch (NumberFormatException e) {
                refuse(key, "expected a list of whole numbers, found " + text);
            }
        }
        return numbers;
    }

    /** The numbers of a list that must be there, at least one. */
    public List<Integer> sizes(Size size, String key) {
        List<Integer> given = numbers(key);
        if (given == null || given.isEmpty() || !given.stream().allMatch(size::accepts)) {
            refuse(key, (has(key) ? "" : "missing; ") + "expected a list of " + size.accepted());
            return List.of(STAND_IN);
        }
        return given;
    }

    /** How many things a key lists; one where it is absent or no list. */
    public int items(String key) {
        return find(key)
                .map(node -> node instanceof Node.Sequence sequence
                        ? sequence.items().size()
                        : 1)
                .orElse(1);
    }

    /** A nested object that must be there; absent ones read as empty until {@link #settle}. */
    public Fields object(String key) {
        return find(key)
                .flatMap(node -> node instanceof Node.Mapping object ? Optional.of(object) : wrong(node, "an object"))
                .map(child -> new Fields(child, this, problems, notes, models))
                .orElseGet(() -> {
                    if (!has(key)) {
                        refuse(key, "missing; expected an object");
                    }
                    return new Fields(new Node.Mapping(place(key), Map.of()), this, problems, notes, models);
                });
    }

    /** Records a contradiction, unless something is wrong already (it would only follow from that). */
    public void require(boolean holds, String key, String expectation) {
        if (!holds && problems.isEmpty()) {
            refuse(key, expectation);
        }
    }

    /** Records a problem at {@code key}. */
    public void refuse(String key, String message) {
        String value = mapping.find(key).map(Node::shown).orElse("");
        problems.add(new Problem(place(key), value, message));
    }

    /** Throws what was found wrong. */
    public void settle() {
        if (!problems.isEmpty()) {
            throw new InputException(problems);
        }
    }

    /** A problem of the whole object as an exception. */
    public InputException refusal(String message) {
        return InputException.of(mapping.place(), "", message);
    }

    private Optional<Integer> number(Size size, String... keys) {
        Integer found = null;
        for (String key : keys) {
            Optional<Integer> value = find(key).flatMap(node -> whole(node, size));
            if (value.isPresent() && found != null && !found.equals(value.get())) {
                require(
                        false,
                        key,
                        "contradicts another key with the value " + found + "; expected the same in "
                                + String.join(", ", keys));
            }
            found = found == null ? value.orElse(null) : found;
        }
        return Optional.ofNullable(found);
    }

    private Optional<Integer> whole(Node node, Size size) {
        if (node instanceof Node.Scalar scalar
                && scalar.type() == Node.Type.NUMBER
                && scalar.text().matches("-?\\d{1,9}")) {
            int value = Integer.parseInt(scalar.text());
            if (size.accepts(value)) {
                return Optional.of(value);
            }
        }
        return wrong(node, size.accepted());
    }

    private @Nullable List<String> scalars(String key, Node.Type type, String accepted) {
        Optional<Node> given = find(key);
        if (given.isEmpty()) {
            return null;
        }
        List<String> texts = new ArrayList<>();
        if (given.get() instanceof Node.Sequence sequence) {
            for (Node item : sequence.items()) {
                if (item instanceof Node.Scalar scalar && scalar.type() == type) {
                    texts.add(scalar.text());
                } else {
                    wrong(item, accepted);
                }
            }
        } else {
            wrong(given.get(), accepted);
        }
        return texts;
    }

    private Optional<Node> find(String key) {
        asked.add(key);
        return mapping.find(key)
                .filter(node -> !(node instanceof Node.Scalar scalar && scalar.type() == Node.Type.NULL));
    }

    private <T> Optional<T> wrong(Node node, String accepted) {
        problems.add(new Problem(node.place(), node.shown(), "expected " + accepted));
        return Optional.empty();
    }

    private String path(String key) {
        String parent = mapping.place().key();
        return parent.isEmpty() ? key : parent + "." + key;
    }

    private Place place(String key) {
        return mapping.find(key)
                .map(Node::place)
                .orElseGet(() -> new Place(
                        mapping.place().file(),
                        mapping.place().line(),
                        mapping.place().column(),
                        path(key)));
    }
}

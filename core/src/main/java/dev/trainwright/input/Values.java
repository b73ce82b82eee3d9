package dev.trainwright.input;

import java.util.Map;
import java.util.Optional;

/** The values of an object's fields, read without a problem. */
public final class Values {

    private final Node.Mapping source;
    private final Map<String, Object> values;

    Values(Node.Mapping source, Map<String, Object> values) {
        this.source = source;
        this.values = Map.copyOf(values);
    }

    /** The value of a field that is required or has a default. */
    public <T> T get(Field<T> field) {
        return find(field).orElseThrow(() -> new IllegalStateException(field.name() + " may be absent"));
    }

    /** The value of a field that may be absent. */
    @SuppressWarnings("unchecked") // put there by the field's own kind
    public <T> Optional<T> find(Field<T> field) {
        return Optional.ofNullable((T) values.get(field.name()));
    }

    /** Whether the key was written, or has a default. */
    public boolean has(Field<?> field) {
        return values.containsKey(field.name());
    }

    /** Whether the key was written. */
    public boolean written(Field<?> field) {
        return source.entry(field.name()).isPresent();
    }

    /** Where the object stands. */
    public Place place() {
        return source.place();
    }

    /** Where the field's key stands, or the object if the key is absent. */
    public Place place(Field<?> field) {
        return source.entry(field.name()).map(Node.Entry::keyPlace).orElse(source.place());
    }
}

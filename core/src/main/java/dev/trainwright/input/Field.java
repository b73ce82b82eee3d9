package dev.trainwright.input;

/**
 * One key of a {@link Shape}, declared once.
 *
 * @param name the key
 * @param kind the accepted values
 * @param absence what it means that the key is absent
 * @param doc one sentence of documentation
 * @param example a value as it could be written
 * @param nullable whether an explicit null is accepted and means that the key is absent
 * @param <T> the type of the value
 */
public record Field<T>(String name, Kind<T> kind, Absence absence, String doc, String example, boolean nullable) {

    /** What it means that a key is absent. */
    public sealed interface Absence {

        /** The key must be given. */
        record Refused() implements Absence {}

        /**
         * There is no such value.
         *
         * @param meaning what is done then
         */
        record Meaning(String meaning) implements Absence {}

        /**
         * A default takes its place, and is reported as an assumption.
         *
         * @param value the default as YAML text
         * @param why the reason of this default
         */
        record Default(String value, String why) implements Absence {}
    }

    /** A key that must be given. */
    public static <T> Field<T> required(String name, Kind<T> kind, String doc, String example) {
        return new Field<>(name, kind, new Absence.Refused(), doc, example, false);
    }

    /** A key whose absence has the given meaning. */
    public static <T> Field<T> optional(String name, Kind<T> kind, String meaning, String doc, String example) {
        return new Field<>(name, kind, new Absence.Meaning(meaning), doc, example, false);
    }

    /** A key with a default, given as YAML text. */
    public static <T> Field<T> defaulted(
            String name, Kind<T> kind, String value, String why, String doc, String example) {
        return new Field<>(name, kind, new Absence.Default(value, why), doc, example, false);
    }

    /** The same key, with an explicit null accepted as absent. */
    public Field<T> orNull() {
        return new Field<>(name, kind, absence, doc, example, true);
    }
}

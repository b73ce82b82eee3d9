package dev.trainwright.cluster;

import dev.trainwright.input.Field;
import dev.trainwright.input.Kinds;
import dev.trainwright.input.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The keys that every entry of the catalogue has. */
final class EntryFields {

    static final Field<String> ID =
            Field.required("id", Kinds.text("a short name"), "Its name, and that of its file.", "a100-sxm-80gb");
    static final Field<String> SOURCE = Field.required(
            "source", Kinds.text("the document or measurement"), "Where the figures stand.", "the vendor's datasheet");

    private static final Field<String> NAME = Field.optional(
            "name", Kinds.text("a name"), "the id", "As its vendor writes it.", "NVIDIA A100 SXM4 80 GB");
    private static final Field<List<String>> ALIASES = Field.optional(
            "aliases", Kinds.list(Kinds.text("a name"), 0), "none", "Other names it is found by.", "[A100 80GB]");
    private static final Field<String> SOURCE_URL = Field.optional(
            "sourceUrl", Kinds.text("an address"), "not on the web", "Where to read it.", "https://example.org/gpu");
    private static final Field<String> DATE = Field.required(
            "date", Kinds.text("a date").map(EntryFields::date), "When it was published or read.", "2021-06");
    private static final Pattern ISO_DATE = Pattern.compile("[0-9]{4}-(0[1-9]|1[0-2])(-[0-9]{2})?");

    private EntryFields() {}

    /** The common keys of an entry with the {@code own} ones between them. */
    static List<Field<?>> entry(Field<?>... own) {
        List<Field<?>> fields = new ArrayList<>(List.of(ID, NAME, ALIASES));
        fields.addAll(sourced(own));
        return fields;
    }

    /** The same keys for an entry that stands in place: it needs no id, and its source is the file that it stands in. */
    static List<Field<?>> inPlace(Field<?>... own) {
        List<Field<?>> fields = new ArrayList<>(List.of(optional(ID, "it has none"), NAME, ALIASES));
        fields.addAll(List.of(own));
        String here = "the file that it stands in";
        fields.addAll(List.of(optional(SOURCE, here), SOURCE_URL, optional(DATE, here)));
        return fields;
    }

    /** The same key, which may be absent. */
    static <T> Field<T> optional(Field<T> field, String meaning) {
        return Field.optional(field.name(), field.kind(), meaning, field.doc(), field.example());
    }

    static String id(Values v) {
        return v.find(ID).orElse("in-place");
    }

    /** The {@code own} keys, then those of the source. */
    static List<Field<?>> sourced(Field<?>... own) {
        List<Field<?>> fields = new ArrayList<>(List.of(own));
        fields.addAll(List.of(SOURCE, SOURCE_URL, DATE));
        return fields;
    }

    static String name(Values v) {
        return v.find(NAME).orElseGet(() -> id(v));
    }

    static List<String> aliases(Values v) {
        return v.find(ALIASES).orElse(List.of());
    }

    static Source source(Values v) {
        String here = v.place().file();
        return new Source(
                v.find(SOURCE).orElse(here),
                v.find(SOURCE_URL).orElse(""),
                v.find(DATE).orElse(""));
    }

    private static String date(String text) {
        if (!ISO_DATE.matcher(text).matches()) {
            throw new IllegalArgumentException("expected a date as year-month or year-month-day, for instance 2021-06");
        }
        return text;
    }
}

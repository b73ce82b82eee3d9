package dev.trainwright.workload.hf.reading;

/** Kinds of whole numbers in a config with the range that is accepted; the product of the largest ones still fits 63 bits. */
public enum Size {
    LAYERS("layers", 1, 1 << 10),
    HEADS("heads", 1, 1 << 12),
    HEAD_SIZE("elements of a head", 1, 1 << 13),
    HIDDEN("elements of the hidden state", 1, 1 << 18),
    WIDTH("elements", 1, 1 << 21),
    EXPERTS("experts", 1, 1 << 12),
    ROWS("rows of a table", 1, 1 << 27),
    /** Zero is a value: none of them. */
    COUNT("items", 0, 1 << 21);

    private final String noun;
    private final int min;
    private final int max;

    Size(String noun, int min, int max) {
        this.noun = noun;
        this.min = min;
        this.max = max;
    }

    public boolean accepts(int value) {
        return value >= min && value <= max;
    }

    public String accepted() {
        return "a whole number of " + noun + " from " + min + " to " + max;
    }
}

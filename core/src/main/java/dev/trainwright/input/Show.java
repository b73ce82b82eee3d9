package dev.trainwright.input;

/** Shows foreign text on one line of a terminal: shortened, control characters escaped. */
final class Show {

    private static final int LONGEST = 60;

    private Show() {}

    static String quoted(String text) {
        return '"' + plain(text) + '"';
    }

    static String plain(String text) {
        StringBuilder shown = new StringBuilder();
        int[] characters = text.codePoints().limit(LONGEST + 1L).toArray();
        for (int i = 0; i < Math.min(characters.length, LONGEST); i++) {
            append(shown, characters[i]);
        }
        return characters.length > LONGEST ? shown + "..." : shown.toString();
    }

    private static void append(StringBuilder shown, int character) {
        switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> shown.append(String.format("\\u%04x", character));
            default -> shown.appendCodePoint(character);
        }
    }
}

package dev.trainwright.app.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import picocli.CommandLine.Help.Ansi;

/** A page of text that knows its width and whether it may use colour. */
public final class Page {
    /** Longer lines of prose are hard to read. */
    private static final int WIDEST_PROSE = 120;

    private final int width;
    private final Ansi ansi;
    private final StringBuilder text = new StringBuilder();

    /**
     * An empty page.
     *
     * @param width columns that paragraphs and tables should keep to; {@link Integer#MAX_VALUE} for lines that never wrap
     * @param ansi whether emphasis is shown
     */
    public Page(int width, Ansi ansi) {
        this.width = width;
        this.ansi = ansi;
    }

    public int width() {
        return width;
    }

    /** One line as it is. */
    public void line(String line) {
        text.append(line.stripTrailing()).append('\n');
    }

    /** Text as it is, to its last character. */
    void verbatim(String lines) {
        text.append(lines);
    }

    /** An empty line, unless the page is empty or has one already. */
    public void gap() {
        if (text.length() > 0 && !text.toString().endsWith("\n\n")) {
            text.append('\n');
        }
    }

    /** A heading after a gap; nothing if it is empty. */
    public void heading(String heading) {
        if (!heading.isEmpty()) {
            gap();
            wrapped("", heading).forEach(line -> line(styled("bold", line)));
        }
    }

    /**
     * Words wrapped at the width.
     *
     * @param first what the first line begins with, such as {@code "1. "}; the others are indented as far
     */
    public void paragraph(String first, String words) {
        wrapped(first, words).forEach(this::line);
    }

    private List<String> wrapped(String first, String words) {
        int prose = width == Integer.MAX_VALUE ? width : Math.min(width, WIDEST_PROSE);
        String indent = " ".repeat(first.length());
        List<String> lines = wrap(words, prose - first.length());
        return IntStream.range(0, lines.size())
                .mapToObj(i -> (i == 0 ? first : indent) + lines.get(i))
                .toList();
    }

    /** The words in lines of at most {@code width} characters; a word that is longer keeps a line to itself. */
    static List<String> wrap(String words, int width) {
        if (words.length() <= width) {
            return List.of(words);
        }
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : words.strip().split("\\s+", -1)) {
            if (line.length() > 0 && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() > 0 ? " " : "").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    /** Text in a picocli style such as {@code bold} or {@code faint}, plain where colour is off. */
    public String styled(String style, String words) {
        if (!ansi.enabled()) {
            return words;
        }
        var on = Ansi.Style.valueOf(style);
        return on.on() + words + Ansi.Style.reset.on(); // the code that ends bold underlines on some terminals
    }

    @Override
    public String toString() {
        return text.toString();
    }
}

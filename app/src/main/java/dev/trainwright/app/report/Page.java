package dev.trainwright.app.report;

import picocli.CommandLine.Help.Ansi;

/** A page of text that knows its width and whether it may use colour. */
public final class Page {
    private final int width;
    private final Ansi ansi;
    private final StringBuilder text = new StringBuilder();

    /**
     * An empty page.
     *
     * @param width columns that paragraphs and tables should keep to
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
            line(styled("bold", heading));
        }
    }

    /**
     * Words wrapped at the width.
     *
     * @param first what the first line begins with, such as {@code "1. "}; the others are indented as far
     */
    public void paragraph(String first, String words) {
        String indent = " ".repeat(first.length());
        StringBuilder line = new StringBuilder(first);
        int used = first.length();
        boolean fresh = true;
        for (String word : words.strip().split("\\s+", -1)) {
            if (!fresh && used + 1 + word.length() > width) {
                line(line.toString());
                line.setLength(0);
                line.append(indent);
                used = indent.length();
                fresh = true;
            }
            if (!fresh) {
                line.append(' ');
                used++;
            }
            line.append(word);
            used += word.length();
            fresh = false;
        }
        line(line.toString());
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

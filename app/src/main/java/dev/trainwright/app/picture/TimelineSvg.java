package dev.trainwright.app.picture;

import dev.trainwright.cost.PipelineSimulator.Event;
import dev.trainwright.cost.PipelineSimulator.Operation;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;

/** A timeline as SVG: a row for each stage, a box for each operation with its micro-batch. */
public final class TimelineSvg {
    private static final int WIDTH = 1400;
    private static final int LEFT = 70;
    private static final int RIGHT = 20;
    private static final int TOP = 50;
    private static final int ROW = 26;
    /** Width of a digit over the size of its letters. */
    private static final double DIGIT = 0.62;

    private static final int LARGEST_LETTERS = 11;
    private static final int SMALLEST_LETTERS = 7;
    private static final String INK = "#333333";

    private TimelineSvg() {}

    /** The timeline as an SVG document. */
    public static String of(String title, Timeline timeline) {
        int height = TOP + timeline.stages() * ROW + 40;
        Svg svg = new Svg(WIDTH, height);
        double scale = (WIDTH - LEFT - RIGHT) / timeline.seconds();
        svg.text(LEFT, 20, "start", 15, INK, title);
        svg.text(LEFT, 38, "start", 12, INK, "blue: forward, orange: backward, paler: later chunks; white: waiting");
        for (int stage = 0; stage < timeline.stages(); stage++) {
            svg.text(LEFT - 8, TOP + stage * ROW + 17, "end", 12, INK, "stage " + stage);
        }
        for (Event event : timeline.events()) {
            double x = LEFT + event.start() * scale;
            double width = (event.end() - event.start()) * scale;
            double y = TOP + event.stage() * ROW;
            svg.rect(x, y + 2, Math.max(0.2, width - 0.5), ROW - 4, colour(event.operation()), words(event));
            String label = Integer.toString(event.operation().microBatch());
            int letters = (int) Math.min(LARGEST_LETTERS, (width - 1.5) / (DIGIT * label.length()));
            if (letters >= SMALLEST_LETTERS) {
                svg.text(x + width / 2, y + 17, "middle", letters, "white", label);
            }
        }
        double bottom = TOP + timeline.stages() * ROW + 6;
        double step = ChartSvg.step(timeline.seconds());
        for (int tick = 0; tick * step <= timeline.seconds(); tick++) {
            double x = LEFT + tick * step * scale;
            svg.line(x, bottom - 4, x, bottom, INK, false);
            svg.text(x, bottom + 14, "middle", 11, INK, Prints.print(Dimension.SECONDS, tick * step));
        }
        return svg.toString();
    }

    private static String words(Event event) {
        Operation o = event.operation();
        return (o.forward() ? "forward" : "backward") + " of micro-batch " + o.microBatch() + ", chunk " + o.chunk()
                + ", stage " + event.stage() + ": " + Prints.print(Dimension.SECONDS, event.start()) + " to "
                + Prints.print(Dimension.SECONDS, event.end());
    }

    /** Hue by direction, lightness by chunk. */
    private static String colour(Operation o) {
        int light = Math.min(70, 40 + 8 * o.chunk());
        return o.forward() ? "hsl(210,60%," + light + "%)" : "hsl(22,75%," + light + "%)";
    }
}

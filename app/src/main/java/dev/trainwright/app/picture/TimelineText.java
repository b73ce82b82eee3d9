package dev.trainwright.app.picture;

import dev.trainwright.app.report.Page;
import dev.trainwright.app.report.Part;
import dev.trainwright.cost.PipelineSimulator.Event;
import java.util.Arrays;

/** A timeline in the terminal: a line for each stage, as wide as the page allows. Programs find the operations in the trace. */
public record TimelineText(Timeline timeline) implements Part {
    private static final int WIDEST = 160;
    private static final char IDLE = '.';

    @Override
    public void print(Page page) {
        int columns = Math.max(20, Math.min(WIDEST, page.width() - 12));
        char[][] cells = new char[timeline.stages()][columns];
        for (char[] row : cells) {
            Arrays.fill(row, IDLE);
        }
        double scale = columns / timeline.seconds();
        for (Event event : timeline.events()) {
            int from = (int) Math.round(event.start() * scale);
            int to = (int) Math.round(event.end() * scale);
            Arrays.fill(cells[event.stage()], Math.min(from, columns), Math.min(to, columns), symbol(event));
        }
        page.heading("Timeline (digits: forward, letters: backward of the micro-batch of that number; " + IDLE
                + " waiting)");
        for (int stage = 0; stage < timeline.stages(); stage++) {
            page.line("%9s ".formatted("stage " + stage) + new String(cells[stage]));
        }
    }

    /** Micro-batches 0, 1, 2... are 0, 1, 2... forward and a, b, c... backward, the tenth 0 and a again. */
    private static char symbol(Event event) {
        int number = event.operation().microBatch() % 10;
        return (char) ((event.operation().forward() ? '0' : 'a') + number);
    }
}

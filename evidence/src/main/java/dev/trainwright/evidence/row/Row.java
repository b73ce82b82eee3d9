package dev.trainwright.evidence.row;

/**
 * One published run.
 *
 * @param line where it stands in its file, the header being line 1
 * @param inputs what was run
 * @param measured what came out
 */
public record Row(long line, Inputs inputs, Measured measured) {

    /** The row's name in its file. */
    public String id() {
        return inputs.id();
    }
}

package dev.trainwright.input;

/**
 * One thing wrong with an input.
 *
 * @param place where
 * @param value the offending value as shown to the user, empty if there is none
 * @param message what is wrong and what is accepted
 */
public record Problem(Place place, String value, String message) {

    /** One line: {@code job.yaml:12: cluster.nodes: "two": expected a whole number of nodes}. */
    @Override
    public String toString() {
        StringBuilder line = new StringBuilder(place.file());
        if (place.line() > 0) {
            line.append(':').append(place.line());
        }
        line.append(": ");
        if (!place.key().isEmpty()) {
            line.append(Show.plain(place.key())).append(": ");
        }
        if (!value.isEmpty()) {
            line.append(value).append(": ");
        }
        return line.append(message).toString();
    }
}

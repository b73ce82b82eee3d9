package dev.trainwright.cluster;

/**
 * Where a catalogue entry's figures stand.
 *
 * @param title document or page
 * @param url its address, empty for a user's own entry
 * @param date when it was published or read, ISO 8601, to the precision known
 */
public record Source(String title, String url, String date) {}

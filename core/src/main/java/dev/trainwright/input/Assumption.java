package dev.trainwright.input;

/**
 * A value that the user did not give and a declared default supplied.
 *
 * @param key the path of the absent key
 * @param value the default, as it could have been written
 * @param why the declared reason of the default
 */
public record Assumption(String key, String value, String why) {}

package dev.trainwright.input;

/**
 * Where a value stands.
 *
 * @param file the file as the user named it
 * @param line from 1
 * @param column from 1
 * @param key the path of keys from the root, for instance {@code cluster.links[0].name}; empty at the root
 */
public record Place(String file, int line, int column, String key) {

    Place at(int otherLine, int otherColumn) {
        return new Place(file, otherLine, otherColumn, key);
    }

    Place child(String name) {
        return new Place(file, line, column, key.isEmpty() ? name : key + "." + name);
    }

    Place item(int index) {
        return new Place(file, line, column, key + "[" + index + "]");
    }
}

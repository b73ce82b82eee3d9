package dev.trainwright.train.world;

/** Native errors carry their C++ stack; people want the sentence. */
final class NativeErrors {
    private NativeErrors() {}

    static String firstLine(Throwable error) {
        String message = String.valueOf(error.getMessage());
        String line = message.lines().findFirst().orElse(message);
        int path = line.indexOf("] ");
        return line.startsWith("[/") && path > 0 ? line.substring(path + 2) : line;
    }
}

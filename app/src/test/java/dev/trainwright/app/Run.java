package dev.trainwright.app;

import java.io.PrintWriter;
import java.io.StringWriter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One run of the command line, in this process. */
record Run(int code, String out, String err) {

    static Run of(String... args) {
        var out = new StringWriter();
        var err = new StringWriter();
        int code = Main.run(new PrintWriter(out), new PrintWriter(err), args);
        return new Run(code, out.toString(), err.toString());
    }

    /** Runs a line of words with a space between each two. */
    static Run line(String line) {
        return of(line.strip().split(" ", -1));
    }

    JsonNode json() {
        return JsonMapper.shared().readTree(out);
    }

    double number(String pointer) {
        JsonNode node = json().at(pointer);
        if (!node.isNumber()) {
            throw new AssertionError(pointer + " is " + node + " in\n" + out + err);
        }
        return node.asDouble();
    }
}

package dev.trainwright.evidence.row;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A file of evidence: training runs, or collectives as a table or as a log of nccl-tests. Its first line tells which. */
public sealed interface EvidenceFile {

    /** Training runs. */
    record Runs(RowFile file) implements EvidenceFile {}

    /** Collectives. */
    record Collectives(CollectiveFile file) implements EvidenceFile {}

    /**
     * Reads {@code path}.
     *
     * @throws RowFileException when it is none of them
     * @throws IOException when it cannot be read
     */
    static EvidenceFile read(Path path) throws IOException {
        String name = String.valueOf(path.getFileName());
        String text = text(path);
        String first = text.lines().findFirst().orElse("");
        if (!first.contains(",") || first.startsWith("#")) {
            NcclTestsLog log = NcclTestsLog.parse(name, text);
            return new Collectives(new CollectiveFile(name, log.rows(name, "")));
        }
        if (first.contains("collective")) {
            return new Collectives(new CollectiveFile(name, CollectiveReader.read(name, new StringReader(text))));
        }
        return new Runs(RowReader.read(name, new StringReader(text)));
    }

    private static String text(Path path) throws IOException {
        try {
            return Files.readString(path, StandardCharsets.UTF_8);
        } catch (CharacterCodingException binary) {
            throw new RowFileException(
                    String.valueOf(path.getFileName()),
                    List.of("is not UTF-8 text; rows come as CSV, collectives also as a log of nccl-tests"));
        }
    }
}

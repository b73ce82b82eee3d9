package dev.trainwright.app.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Source files stay small enough to be read in one go. */
class FileSizeTest {
    private static final int LIMIT = 400;
    private static final int NINE_IN_TEN_UNDER = 300;
    private static final int MEDIAN_UNDER = 150;

    private record Source(Path path, long lines) {}

    @Test
    void sourceFilesAreSmall() throws IOException {
        List<Source> sources = sources(Path.of(System.getProperty("basedir", "app"), ".."));
        List<Source> tooLong = sources.stream().filter(s -> s.lines > LIMIT).toList();
        long median = sources.get(sources.size() / 2).lines;
        long ninth = sources.get(sources.size() * 9 / 10).lines;
        String measured = "%d files, median %d lines, ninth decile %d, longest:%n%s"
                .formatted(sources.size(), median, ninth, longest(sources));

        assertThat(tooLong).as("files over %d lines; %s", LIMIT, measured).isEmpty();
        assertThat(ninth).as(measured).isLessThan(NINE_IN_TEN_UNDER);
        assertThat(median).as(measured).isLessThan(MEDIAN_UNDER);
    }

    /** Every Java file under a module's {@code src}, shortest first; at least this one. */
    private static List<Source> sources(Path root) throws IOException {
        try (Stream<Path> modules = Files.list(root)) {
            return modules.map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .flatMap(FileSizeTest::javaFiles)
                    .sorted(Comparator.comparingLong(Source::lines))
                    .toList();
        }
    }

    private static Stream<Source> javaFiles(Path src) {
        try (Stream<Path> files = Files.walk(src)) {
            return files.filter(file -> file.toString().endsWith(".java")).map(FileSizeTest::measure).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Source measure(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return new Source(file, lines.count());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String longest(List<Source> sources) {
        return sources.subList(Math.max(0, sources.size() - 12), sources.size()).stream()
                .map(s -> "  %d %s".formatted(s.lines, s.path))
                .collect(Collectors.joining("\n"));
    }
}

package dev.trainwright.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's program, as it stands there, compiled and run on two processes. */
class FashionMnistTest {
    private static final Path README = Path.of("..", "README.md");
    private static final Pattern PROGRAM =
            Pattern.compile("```java\\n((?:(?!```).)*class FashionMnist.*?)```", Pattern.DOTALL);

    @TempDir
    private Path folder;

    @Test
    void readmeProgramIsShort() throws IOException {
        assertThat(program().lines().count()).isLessThan(60);
    }

    /** A perceptron of these widths is published at 88 % after ten epochs (TensorFlow's tutorial "Basic classification"); 80 % is reached within the first. */
    @Test
    void readmeProgramLearnsClothesOnTwoProcesses() throws IOException, InterruptedException {
        assumeTrue(
                Files.isDirectory(Path.of("/usr/share/datasets/fashion-mnist")),
                "Debian's dataset-fashion-mnist is not installed");
        Path source = Files.writeString(folder.resolve("FashionMnist.java"), program());
        String path = System.getProperty("java.class.path");
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(null, null, errors, "-proc:none", "-cp", path, "-d", folder.toString(), source.toString());
        assertThat(compiled).as(errors.toString(StandardCharsets.UTF_8)).isZero();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        folder + System.getProperty("path.separator") + path,
                        "FashionMnist",
                        "2")
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        Matcher right = Pattern.compile("\\[0] right: ([0-9.]+) % of 10,000").matcher(output);
        assertThat(right.find()).as(output).isTrue();
        assertThat(Double.parseDouble(right.group(1))).isGreaterThan(80);
    }

    private static String program() throws IOException {
        Matcher matcher = PROGRAM.matcher(Files.readString(README));
        assertThat(matcher.find()).as("the program in the README").isTrue();
        return matcher.group(1);
    }
}

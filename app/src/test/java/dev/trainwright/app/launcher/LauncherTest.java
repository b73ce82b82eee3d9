package dev.trainwright.app.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The real launcher script, in a directory of its own beside a small program that it finds built. */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path temporary;

    private record Ended(int code, String out, String err) {}

    private Path launcher() {
        return temporary.resolve("a clone/trainwright");
    }

    private Path jar() {
        return temporary.resolve("a clone/app/target/trainwright-app.jar");
    }

    @BeforeEach
    void layOutAClone() throws IOException {
        Files.createDirectories(jar().getParent());
        Files.createDirectories(temporary.resolve("a clone/app/src/main"));
        Files.writeString(temporary.resolve("a clone/pom.xml"), "<project/>");
        Files.copy(Path.of(System.getProperty("basedir", "app"), "../trainwright"), launcher());
        assertThat(launcher().toFile().setExecutable(true)).isTrue();
        writeJar(jar(), Echo.class);
    }

    @Test
    void argumentsDirectoryAndExitCodePassThroughASymbolicLink() throws Exception {
        Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
        Path link = Files.createSymbolicLink(elsewhere.resolve("tw"), Path.of("../a clone/trainwright"));

        Ended ended = run(elsewhere, Map.of("LC_ALL", "C"), link.toString(), "two  spaces", "", "*", "modèle", "$HOME");

        assertThat(ended.err()).isEmpty();
        assertThat(ended.out().lines())
                .containsExactly(elsewhere.toRealPath().toString(), "two  spaces", "", "*", "modèle", "$HOME");
        assertThat(ended.code()).isEqualTo(Echo.CODE);
    }

    @Test
    void withoutMavenASourceNewerThanTheBuildExits3AndSaysHowToGetIt() throws Exception {
        assertThat(jar().toFile().setLastModified(0)).isTrue();

        Ended ended = run(
                temporary,
                Map.of("PATH", pathWithoutMaven().toString()),
                launcher().toString());

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains("Maven", "apt-get install maven");
    }

    @Test
    void aFailedBuildExits3AndShowsTheEndOfItsLog() throws Exception {
        assertThat(jar().toFile().setLastModified(0)).isTrue();
        Files.writeString(temporary.resolve("a clone/pom.xml"), "<project>this is no pom</project>");

        Ended ended = run(temporary, Map.of(), launcher().toString());

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err())
                .contains(
                        "Building Trainwright",
                        "pom.xml",
                        jar().resolveSibling("launcher/build.log").toString());
    }

    /** A directory that holds the tools that the script uses, and no {@code mvn}. */
    private Path pathWithoutMaven() throws IOException {
        Path bin = Files.createDirectory(temporary.resolve("bin"));
        for (String tool : List.of("sh", "dirname", "readlink", "find", "head", "sed", "ln", "rm", "mkdir")) {
            for (String place : List.of("/bin", "/usr/bin")) {
                Path real = Path.of(place, tool);
                if (Files.exists(real)) {
                    Path forward = Files.writeString(bin.resolve(tool), "#!/bin/sh\nexec %s \"$@\"\n".formatted(real));
                    assertThat(forward.toFile().setExecutable(true)).isTrue();
                }
            }
        }
        return bin;
    }

    private Ended run(Path directory, Map<String, String> environment, String... command) throws Exception {
        Path out = temporary.resolve("out");
        Path err = temporary.resolve("err");
        var builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().putAll(environment);
        int code = builder.start().waitFor();
        return new Ended(code, Files.readString(out), Files.readString(err));
    }

    private static void writeJar(Path jar, Class<?> main) throws IOException {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main.getName());
        String entry = main.getName().replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest);
                InputStream bytes = Objects.requireNonNull(main.getResourceAsStream("/" + entry))) {
            out.putNextEntry(new JarEntry(entry));
            bytes.transferTo(out);
        }
    }
}

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

    /** What is missing is named, with where it usually is. */
    @Test
    void anEmptyPathExits3AndNamesTheTool() throws Exception {
        Ended ended = run(temporary, Map.of("PATH", ""), launcher().toString());

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err()).contains("no 'find' on the PATH", "/usr/bin");
    }

    @Test
    void anOldJavaHomeGivesWayToTheJavaOnThePath() throws Exception {
        Path bin = pathWithoutMaven();
        Files.createSymbolicLink(bin.resolve("java"), Path.of(System.getProperty("java.home"), "bin", "java"));

        Ended ended = run(
                temporary,
                Map.of("PATH", bin.toString(), "JAVA_HOME", java("11.0.22").toString()),
                launcher().toString(),
                "word");

        assertThat(ended.err()).isEmpty();
        assertThat(ended.out()).endsWith("word\n");
        assertThat(ended.code()).isEqualTo(Echo.CODE);
    }

    @Test
    void withoutAFittingJavaItExits3AndSaysWhatItFoundAndHowToGetOne() throws Exception {
        searchOnly("no-such-place");
        Path old = java("1.8.0_402");

        Ended ended = run(
                temporary,
                Map.of("PATH", pathWithoutMaven().toString(), "JAVA_HOME", old.toString()),
                launcher().toString());

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err())
                .contains("no Java 17 or newer", "Too old: " + old + ", Java 1.8.0_402.", "apt-get install openjdk-17");
    }

    @Test
    void anOldMavenExits3AndSaysWhichIsNeeded() throws Exception {
        assertThat(jar().toFile().setLastModified(0)).isTrue();
        Path bin = pathWithoutMaven();
        Path maven = Files.writeString(bin.resolve("mvn"), "#!/bin/sh\necho 'Apache Maven 3.6.3 (40f52333136460af)'\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();

        Ended ended = run(temporary, Map.of("PATH", bin.toString()), launcher().toString());

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err()).contains("Maven 3.8 or newer", "Maven 3.6");
    }

    /** A file in the folder's place refuses everybody; permissions do not refuse root. */
    @Test
    void whereNothingCanBeWrittenItExits3AndSaysWhatToDo() throws Exception {
        Files.delete(jar());
        Files.delete(jar().getParent());
        Files.writeString(jar().getParent(), "");

        Ended ended = run(temporary, Map.of(), launcher().toString());

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err()).contains("cannot write to", "copy the whole folder");
    }

    /** A copy that others built, whose sources have later dates and that cannot be written to, runs and says what it runs. */
    @Test
    void whereNothingCanBeWrittenWhatWasBuiltRuns() throws Exception {
        assertThat(jar().toFile().setLastModified(0)).isTrue();
        Files.writeString(jar().resolveSibling("launcher"), "");

        Ended ended = run(temporary, Map.of("LC_ALL", "C"), launcher().toString(), "word");

        assertThat(ended.out().lines()).endsWith("word");
        assertThat(ended.err()).contains("cannot be written to: this is what was built");
        assertThat(ended.code()).isEqualTo(Echo.CODE);
    }

    /** Two first starts at once: one builds, the other waits, both run. Maven is one that puts the jar in its place. */
    @Test
    void twoFirstStartsAtOnceBuildOnce() throws Exception {
        Path built = Files.move(jar(), temporary.resolve("built.jar"));
        Path bin = pathWithoutMaven();
        Path log = temporary.resolve("builds");
        Path maven = Files.writeString(bin.resolve("mvn"), """
                #!/bin/sh
                case $1 in -v) echo 'Apache Maven 3.8.7'; exit ;; esac
                echo built >>"%s"
                sleep 1
                /bin/cp "%s" "%s"
                """.formatted(log, built, jar()));
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        Map<String, String> environment = Map.of("PATH", bin.toString());

        Process first = started(temporary, "1", environment, launcher().toString(), "one");
        Process second = started(temporary, "2", environment, launcher().toString(), "two");

        assertThat(first.waitFor()).isEqualTo(Echo.CODE);
        assertThat(second.waitFor()).isEqualTo(Echo.CODE);
        assertThat(Files.readAllLines(log)).containsExactly("built");
        assertThat(ended("1", Echo.CODE).out()).endsWith("one\n");
        assertThat(ended("2", Echo.CODE).out()).endsWith("two\n");
    }

    /** A Java home of that version, whose program must not be started. */
    private Path java(String version) throws IOException {
        Path home = Files.createDirectories(temporary.resolve("java-" + version));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        Path java = Files.createDirectory(home.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\nexit 99\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        return home;
    }

    /** Puts {@code place} in the stead of the usual places of Java, which this machine may have. */
    private void searchOnly(String place) throws IOException {
        String script = Files.readString(launcher());
        for (String usual :
                List.of("/usr/lib/jvm/", "/opt/java/", "/opt/jdk", "/Library/", "/opt/homebrew/", "/usr/local/opt/")) {
            assertThat(script).contains(usual);
            script = script.replace(usual, "/" + place + usual);
        }
        Files.writeString(launcher(), script);
    }

    /** A directory that holds the tools that the script uses, and no {@code mvn}. */
    private Path pathWithoutMaven() throws IOException {
        Path bin = Files.createDirectory(temporary.resolve("bin"));
        for (String tool :
                List.of("sh", "readlink", "find", "head", "sed", "ln", "rm", "mkdir", "mv", "sleep", "tail", "touch")) {
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
        int code = started(directory, "", environment, command).waitFor();
        return ended("", code);
    }

    private Ended ended(String name, int code) throws IOException {
        return new Ended(
                code,
                Files.readString(temporary.resolve("out" + name)),
                Files.readString(temporary.resolve("err" + name)));
    }

    private Process started(Path directory, String name, Map<String, String> environment, String... command)
            throws IOException {
        var builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(temporary.resolve("out" + name).toFile())
                .redirectError(temporary.resolve("err" + name).toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().putAll(environment);
        return builder.start();
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

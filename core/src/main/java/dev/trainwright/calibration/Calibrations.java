package dev.trainwright.calibration;

import dev.trainwright.cluster.Accelerator;
import dev.trainwright.input.Format;
import dev.trainwright.input.Reading;
import dev.trainwright.input.Trees;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The calibrations that come with the program, and a user's own. */
public final class Calibrations {
    private static final String ROOT = "calibration/";
    private static final String ANY = "any";

    private final List<CalibrationFile> files;

    private Calibrations(List<CalibrationFile> files) {
        this.files = List.copyOf(files);
    }

    /** Those that come with the program. */
    public static Calibrations builtIn() {
        return Loaded.BUILT_IN;
    }

    /** These and the one in {@code file}, or those in the YAML files of a folder, which come first. */
    public Calibrations with(Path file) {
        List<CalibrationFile> all = new ArrayList<>();
        for (Path one : Files.isDirectory(file) ? yaml(file) : List.of(file)) {
            all.add(Reading.file(one, CalibrationShape.SHAPE).value());
        }
        all.addAll(files);
        return new Calibrations(all);
    }

    private static List<Path> yaml(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every calibration, in order of preference. */
    public List<Calibration> all() {
        return files.stream().map(CalibrationFile::calibration).toList();
    }

    /**
     * The calibration of {@code accelerator} under {@code family}: its own, else its own for any family, else the general
     * one of the family, else the general one of all. What is not the job's own says so in its provenance.
     */
    public Calibration select(Accelerator accelerator, String family) {
        return find(accelerator.id(), family)
                .or(() -> find(accelerator.id(), ANY))
                .or(() -> find(ANY, family))
                .or(() -> find(ANY, ANY))
                .orElseThrow(() -> new IllegalStateException("the program lacks its general calibration"));
    }

    private java.util.Optional<Calibration> find(String accelerator, String family) {
        return files.stream()
                .filter(f -> f.accelerators().contains(accelerator))
                .map(CalibrationFile::calibration)
                .filter(c -> c.family().equals(family))
                .findFirst();
    }

    private static final class Loaded {
        static final Calibrations BUILT_IN = new Calibrations(text("index.txt")
                .lines()
                .map(name -> Reading.tree(Trees.parse(ROOT + name, text(name), Format.YAML), CalibrationShape.SHAPE)
                        .value())
                .toList());

        private static String text(String name) {
            try (InputStream in = Calibrations.class.getClassLoader().getResourceAsStream(ROOT + name)) {
                if (in == null) {
                    throw new IllegalStateException("the program lacks its file " + ROOT + name);
                }
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}

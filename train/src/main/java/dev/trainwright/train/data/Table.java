package dev.trainwright.train.data;

import dev.trainwright.input.Nearest;
import dev.trainwright.train.engine.Tensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.bytedeco.pytorch.global.torch.ScalarType;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.MappingIterator;
import tools.jackson.dataformat.csv.CsvMapper;
import tools.jackson.dataformat.csv.CsvReadFeature;

/**
 * A CSV file with a header: one column is told from all others, which are numbers and taken as they stand. The target's cells are numbers, or the names of classes, numbered in
 * the order of the alphabet (whole numbers from 0 stand for themselves).
 */
public final class Table implements Dataset {
    private static final CsvMapper CSV =
            CsvMapper.builder().enable(CsvReadFeature.WRAP_AS_ARRAY).build();
    private static final int SHOWN = 10;

    private final List<double[]> features;
    private final double[] targets;
    private final boolean regression;

    private Table(List<double[]> features, double[] targets, boolean regression) {
        this.features = features;
        this.targets = targets;
        this.regression = regression;
    }

    /**
     * Reads {@code file} for a model of {@code inputs} features and {@code outputs} classes, 1 for a number.
     *
     * @throws IllegalArgumentException naming file, line, column and value of everything that is wrong, the first ten
     */
    public static Table read(Path file, String target, long inputs, int outputs) {
        List<String[]> lines = lines(file);
        List<String> header = Arrays.asList(lines.get(0));
        int column = header.indexOf(target);
        if (column < 0) {
            throw new IllegalArgumentException(file + " has no column " + target
                    + Nearest.to(target, header)
                            .map(name -> "; did you mean " + name + "?")
                            .orElse("")
                    + " Its columns are " + String.join(", ", header));
        }
        if (header.size() - 1 != inputs) {
            throw new IllegalArgumentException(file + " has " + (header.size() - 1) + " columns besides " + target
                    + ", and the model takes " + inputs);
        }
        List<String> problems = new ArrayList<>();
        List<double[]> features = new ArrayList<>();
        List<String> told = new ArrayList<>();
        for (int line = 1; line < lines.size(); line++) {
            String[] cells = lines.get(line);
            if (cells.length != header.size()) {
                problems.add("row " + line + " has " + cells.length + " cells under " + header.size() + " columns");
                continue;
            }
            double[] row = new double[header.size() - 1];
            for (int i = 0; i < cells.length; i++) {
                if (i != column) {
                    row[i < column ? i : i - 1] = number(cells[i], line, header.get(i), problems);
                }
            }
            features.add(row);
            told.add(cells[column]);
        }
        double[] targets = outputs == 1 ? numbers(told, target, problems) : classes(told, target, outputs, problems);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(file + ": "
                    + String.join("; ", problems.subList(0, Math.min(SHOWN, problems.size())))
                    + (problems.size() > SHOWN ? "; and " + (problems.size() - SHOWN) + " more" : ""));
        }
        return new Table(features, targets, outputs == 1);
    }

    @Override
    public long size() {
        return targets.length;
    }

    @Override
    public MicroBatch batch(long[] samples, ScalarType type) {
        int width = features.get(0).length;
        double[] inputs = new double[samples.length * width];
        double[] told = new double[samples.length];
        for (int i = 0; i < samples.length; i++) {
            int sample = Math.toIntExact(samples[i]);
            System.arraycopy(features.get(sample), 0, inputs, i * width, width);
            told[i] = targets[sample];
        }
        return new MicroBatch(
                Tensors.of(type, inputs, samples.length, width),
                Tensors.of(regression ? type : ScalarType.Long, told, samples.length),
                samples.length);
    }

    private static List<String[]> lines(Path file) {
        try (MappingIterator<String[]> lines =
                CSV.readerFor(String[].class).readValues(Files.newBufferedReader(file))) {
            List<String[]> all = lines.readAll();
            if (all.size() < 2) {
                throw new IllegalArgumentException(
                        file + " has " + all.size() + " lines: a header and a row are needed");
            }
            return all;
        } catch (IOException | JacksonException e) {
            throw new IllegalArgumentException("the table " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static double[] numbers(List<String> cells, String column, List<String> problems) {
        double[] numbers = new double[cells.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = number(cells.get(i), i + 1, column, problems);
        }
        return numbers;
    }

    private static double[] classes(List<String> cells, String column, int classes, List<String> problems) {
        boolean whole = cells.stream().allMatch(cell -> cell.strip().matches("\\d{1,9}"));
        if (whole) {
            double[] numbers = numbers(cells, column, problems);
            for (int i = 0; i < numbers.length; i++) {
                if (numbers[i] >= classes) {
                    problems.add("row " + (i + 1) + ", " + column + ": " + cells.get(i) + ": expected 0 to "
                            + (classes - 1));
                }
            }
            return numbers;
        }
        List<String> names = new ArrayList<>(new TreeSet<>(cells));
        if (names.size() > classes) {
            problems.add(column + " names " + names.size() + " classes, and the model tells " + classes + " apart: "
                    + String.join(", ", names.subList(0, Math.min(SHOWN, names.size()))));
        }
        return cells.stream().mapToDouble(names::indexOf).toArray();
    }

    private static double number(String cell, int row, String column, List<String> problems) {
        try {
            double number = Double.parseDouble(cell.strip());
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        problems.add("row " + row + ", " + column + ": \"" + cell + "\": expected a number");
        return 0;
    }
}

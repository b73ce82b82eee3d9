package dev.trainwright.app.verify;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.calibration.Calibrations;
import dev.trainwright.evidence.fit.CalibrationYaml;
import dev.trainwright.train.measure.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What was measured of a machine, as catalogue entries and a calibration that hold for it alone.
 *
 * @param figures measured
 * @param name the node's id
 * @param date of the measurement
 * @param host where
 */
public record MachineFiles(Figures figures, String name, LocalDate date, Host host) {
    /**
     * Facts of the machine that it tells itself.
     *
     * @param processor its name
     * @param memoryBytes of the whole machine
     * @param cacheBytes the largest cache that a core sees
     */
    public record Host(String processor, double memoryBytes, double cacheBytes) {
        /** This machine, by Linux's {@code /proc} and {@code /sys}. */
        public static Host here() throws IOException {
            String processor = first(Path.of("/proc/cpuinfo"), "model name").orElse("processor of unknown name");
            double memory = 1024
                    * Double.parseDouble(first(Path.of("/proc/meminfo"), "MemTotal")
                            .orElseThrow(() -> new IOException("/proc/meminfo does not tell MemTotal"))
                            .replaceAll("\\D", ""));
            double cache = 0;
            try (Stream<Path> levels = Files.list(Path.of("/sys/devices/system/cpu/cpu0/cache"))) {
                for (Path level :
                        levels.filter(p -> Files.exists(p.resolve("size"))).toList()) {
                    String size = Files.readString(level.resolve("size")).strip(); // such as 2048K
                    cache = Math.max(cache, 1024 * Double.parseDouble(size.replaceAll("\\D", "")));
                }
            }
            return new Host(processor, memory, cache);
        }

        private static Optional<String> first(Path file, String key) throws IOException {
            return Files.readAllLines(file).stream()
                    .filter(line -> line.startsWith(key))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst();
        }
    }

    /** Texts of {@code catalogue/} and {@code calibration.yaml} by their places in {@code folder}. */
    public Map<Path, String> in(Path folder) {
        Path catalogue = folder.resolve("catalogue");
        Map<Path, String> files = new LinkedHashMap<>();
        files.put(catalogue.resolve("accelerators").resolve(core() + ".yaml"), accelerator());
        files.put(catalogue.resolve("links").resolve(link() + ".yaml"), linkEntry());
        files.put(catalogue.resolve("nodes").resolve(name + ".yaml"), node());
        files.put(folder.resolve("calibration.yaml"), CalibrationYaml.of(calibration(), core()));
        return files;
    }

    /**
     * Shares are of the fastest rate seen. An all-reduce's time of one number is the cost of a call, the link's latency is in it. What a probe cannot tell (overlap, drag,
     * the allocator's slack, logits) is the general calibration's, and the provenance says so.
     */
    Calibration calibration() {
        Calibration general = Calibrations.builtIn().all().stream()
                .filter(c -> c.id().equals("general"))
                .findFirst()
                .orElseThrow();
        double peak = peak();
        return new Calibration(
                core() + "-measured",
                "any",
                new Calibration.Compute(
                        figures.productFlops() / peak,
                        figures.half(figures.fewRows()),
                        figures.half(figures.fewColumns()),
                        figures.half(figures.shallow()),
                        figures.attentionFlops() / peak,
                        figures.attentionBackwardFlops() / peak,
                        figures.convolutionFlops() / peak,
                        1,
                        1,
                        figures.kernel().seconds(),
                        0,
                        figures.product().spread(),
                        0),
                new Calibration.Network(
                        1,
                        1,
                        figures.smallReduce().seconds(),
                        figures.smallReduce().seconds() / 2,
                        0,
                        general.network().overlap(),
                        general.network().drag()),
                new Calibration.Memory(
                        figures.residentBytes(),
                        general.memory().logitBytes(),
                        general.memory().slack()),
                null,
                new Calibration.Provenance(
                        source() + "; overlap, drag, logitBytes and slack are the general calibration's, not measured",
                        date.toString(),
                        false));
    }

    private double peak() {
        return Math.max(
                Math.max(figures.productFlops(), figures.convolutionFlops()),
                Math.max(figures.attentionFlops(), figures.attentionBackwardFlops()));
    }

    private String accelerator() {
        return entry(List.of(
                "id: " + core(),
                "name: \"" + core() + "\"",
                "vendor: host",
                number("memory: %.6g GB", host.memoryBytes() / figures.ranks() / 1e9),
                number("memoryBandwidth: %.4g GB/s", figures.memoryBytesPerSecond() / 1e9),
                number("peak: {fp32: %.6g GFLOP/s}", peak() / 1e9),
                number("vectorPeak: %.4g GFLOP/s", figures.vectorFlops() / 1e9),
                number("cache: %.4g MB", host.cacheBytes() / 1e6),
                "units: " + figures.threads()));
    }

    private String linkEntry() {
        return entry(List.of(
                "id: " + link(),
                "name: \"" + link() + "\"",
                "kind: loopback",
                number("bandwidth: %.4g GB/s", figures.busBytesPerSecond() / 1e9),
                "attainable: 1",
                number("latency: %.4g us", figures.smallReduce().seconds() * 1e6 / 2 / (figures.ranks() - 1)),
                "inNetworkReduction: false"));
    }

    private String node() {
        return entry(List.of(
                "id: " + name,
                "name: \"" + name + "\"",
                "accelerator: " + core(),
                "devices: " + figures.ranks(),
                "intraLink: " + link()));
    }

    private String entry(List<String> lines) {
        return String.join("\n", lines) + "\nsource: \"" + source() + "\"\ndate: " + date + "\n";
    }

    private String source() {
        return String.format(
                Locale.ROOT,
                "trainwright measure on %s, %d processes of %d threads at once, libtorch %s and Gloo; medians of 31, spread (half the distance of quartiles)"
                        + " %.1f %% of products, %.1f %% of memory, %.1f %% of large all-reduces",
                host.processor().replace("\"", ""),
                figures.ranks(),
                figures.threads(),
                figures.engine(),
                100 * figures.product().spread(),
                100 * figures.stream().spread(),
                100 * figures.largeReduce().spread());
    }

    private String core() {
        return name + "-rank";
    }

    private String link() {
        return name + "-loopback";
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}

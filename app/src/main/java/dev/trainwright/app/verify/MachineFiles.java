package dev.trainwright.app.verify;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.evidence.fit.CalibrationYaml;
import dev.trainwright.train.measure.Figures;
import dev.trainwright.train.measure.ProbeTraining;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
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
 * @param name of the machine, in front of the number of processes in each id
 * @param date of the measurement
 * @param host where
 */
public record MachineFiles(Figures figures, String name, LocalDate date, Host host) {
    /** Folders of what is written. */
    public static final String CATALOGUE = "catalogue";

    public static final String CALIBRATION = "calibration";

    /** Gradients are reduced while the rest of backward runs, from the first bucket to the last but one: that it is one of several the cost model counts by itself. */
    private static final double OVERLAP = 1;

    /** fp32 logits, their logarithms, and the gradients of both. */
    private static final double LOGIT_BYTES = 16;

    /** PyTorch's cross-entropy in 32 bit: log-softmax moves 12 bytes a logit, its backward and that of the choice 20; a fused one is counted with 20. */
    private static final double LOSS_TRAFFIC = 32.0 / 20;

    /** c10d's reducer copies gradients into its buckets. */
    private static final double GRADIENT_COPIES = 1;

    /** A layer's weights are gathered when it is their turn. */
    private static final boolean GATHERS_AHEAD = false;

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

    /** Texts of {@code catalogue/} and {@code calibration/} by their places in {@code folder}. */
    public Map<Path, String> in(Path folder) {
        Path catalogue = folder.resolve(CATALOGUE);
        Map<Path, String> files = new LinkedHashMap<>();
        files.put(catalogue.resolve("accelerators").resolve(core() + ".yaml"), accelerator());
        if (figures.ranks() > 1) {
            files.put(catalogue.resolve("links").resolve(link() + ".yaml"), linkEntry());
        }
        files.put(catalogue.resolve("nodes").resolve(node() + ".yaml"), nodeEntry());
        files.put(folder.resolve(CALIBRATION).resolve(core() + ".yaml"), CalibrationYaml.of(calibration(), core()));
        return files;
    }

    /** The node's id: {@code NAME-2} for two processes at once. */
    String node() {
        return name + "-" + figures.ranks();
    }

    /** Shares are of the fastest rate seen. The latency of a link is in the cost of a call. */
    Calibration calibration() {
        return Fitted.to(figures.training(), ProbeTraining.job(device()), this::calibration);
    }

    private Calibration calibration(Fitted.Constants fitted) {
        double peak = peak();
        boolean talks = figures.ranks() > 1;
        double call = talks ? figures.callSeconds() : 0;
        return new Calibration(
                core() + "-measured",
                "any",
                new Calibration.Compute(
                        figures.productFlops() / peak,
                        figures.half(figures.products().fewRows()),
                        figures.half(figures.products().fewColumns()),
                        figures.half(figures.products().shallow()),
                        figures.attentionFlops() / peak,
                        figures.attentionBackwardFlops() / peak,
                        figures.convolutionFlops() / peak,
                        1,
                        fitted.elementwiseTraffic(),
                        figures.kernelSeconds(),
                        0,
                        figures.products().full().spread(),
                        figures.stepSeconds()),
                new Calibration.Network(1, 1, call, call / 2, 0, OVERLAP, drag()),
                new Calibration.Memory(figures.residentBytes(), LOGIT_BYTES, fitted.slack()),
                new Calibration.Engine(
                        figures.convolutionBackward(),
                        fitted.optimizerTraffic(),
                        LOSS_TRAFFIC,
                        GRADIENT_COPIES,
                        figures.allGather(),
                        figures.reduceScatter(),
                        figures.pointToPoint(),
                        GATHERS_AHEAD),
                null,
                new Calibration.Provenance(source(), date.toString(), false));
    }

    /** The device of one process, as a job describes it. */
    private String device() {
        return String.format(
                Locale.ROOT,
                "{id: %s, memory: %.6g GB, memoryBandwidth: %.6g GB/s, peak: {fp32: %.6g GFLOP/s}, vectorPeak: %.6g GFLOP/s}",
                core(),
                host.memoryBytes() / figures.ranks() / 1e9,
                figures.memoryBytesPerSecond() / 1e9,
                peak() / 1e9,
                figures.vectorFlops() / 1e9);
    }

    private double drag() {
        Figures.Overlap overlap = figures.overlap();
        return overlap == null ? 0 : overlap.drag();
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
                number("latency: %.4g us", figures.callSeconds() * 1e6 / 2 / (figures.ranks() - 1)),
                "inNetworkReduction: false"));
    }

    private String nodeEntry() {
        List<String> lines = new ArrayList<>(List.of(
                "id: " + node(), "name: \"" + node() + "\"", "accelerator: " + core(), "devices: " + figures.ranks()));
        if (figures.ranks() > 1) {
            lines.add("intraLink: " + link());
        }
        return entry(lines);
    }

    private String entry(List<String> lines) {
        return String.join("\n", lines) + "\nsource: \"" + source() + "\"\ndate: " + date + "\n";
    }

    private String source() {
        return String.format(
                Locale.ROOT,
                "trainwright measure on %s, %d %s of %d %s, libtorch %s and Gloo; medians of 31, spread (half the distance of quartiles)"
                        + " %.1f %% of products, %.1f %% of memory; %d probes repeated or disturbed by other work",
                host.processor().replace("\"", ""),
                figures.ranks(),
                figures.ranks() == 1 ? "process" : "processes at once",
                figures.threads(),
                figures.threads() == 1 ? "thread" : "threads",
                figures.engine(),
                100 * figures.products().full().spread(),
                100 * figures.stream().spread(),
                figures.disturbedProbes());
    }

    private String core() {
        return node() + "-rank";
    }

    private String link() {
        return node() + "-loopback";
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}

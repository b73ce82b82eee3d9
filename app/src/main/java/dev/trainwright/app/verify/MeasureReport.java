package dev.trainwright.app.verify;

import dev.trainwright.app.report.Facts;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Sentence;
import dev.trainwright.app.report.Table;
import dev.trainwright.app.report.Text;
import dev.trainwright.app.report.TextAndJson;
import dev.trainwright.calibration.Calibration;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.train.measure.Figures;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What was measured of this machine, for each number of processes. */
public final class MeasureReport {
    private record Node(MachineFiles files, Calibration calibration) {}

    private record Transfer(String node, Figures.Transfer measured) {}

    private static final List<Metric<MachineFiles.Host>> HOST = List.of(
            Metric.text("processor", "processor", MachineFiles.Host::processor),
            Metric.of("memoryBytes", "memory", Dimension.BYTES, MachineFiles.Host::memoryBytes),
            Metric.of("cacheBytes", "largest cache of a core", Dimension.BYTES, MachineFiles.Host::cacheBytes));

    private static final List<Metric<Node>> NODES = List.of(
            Metric.text("node", "node", n -> n.files.node()),
            Metric.number(
                    "ranks", "processes", VerifyReport::whole, n -> figures(n).ranks()),
            Metric.number(
                    "threads",
                    "threads of each",
                    VerifyReport::whole,
                    n -> figures(n).threads()),
            Metric.text("engine", "libtorch", n -> figures(n).engine()),
            rate("productFlopsPerSecond", "products", Figures::productFlops),
            share(
                    "productSpread",
                    "their spread",
                    n -> figures(n).products().full().spread()),
            rate("attentionFlopsPerSecond", "attention, forward", Figures::attentionFlops),
            rate("attentionBackwardFlopsPerSecond", "attention, backward", Figures::attentionBackwardFlops),
            rate("convolutionFlopsPerSecond", "convolution, forward", Figures::convolutionFlops),
            rate("vectorFlopsPerSecond", "elementwise in cache", Figures::vectorFlops),
            Metric.of(
                    "memoryBytesPerSecond",
                    "memory bandwidth",
                    Dimension.BYTES_PER_SECOND,
                    n -> figures(n).memoryBytesPerSecond()),
            share("memorySpread", "its spread", n -> figures(n).stream().spread()),
            seconds(
                    "kernelSeconds",
                    "an operation on next to nothing",
                    n -> figures(n).kernelSeconds()),
            seconds("stepSeconds", "a step whatever its size", n -> figures(n).stepSeconds()),
            Metric.of(
                    "busBytesPerSecond",
                    "all-reduce, bus bandwidth",
                    Dimension.BYTES_PER_SECOND,
                    together(n -> figures(n).busBytesPerSecond())),
            seconds(
                    "callSeconds",
                    "all-reduce whatever its size",
                    together(n -> figures(n).callSeconds())),
            share(
                    "drag",
                    "compute slowed by an all-reduce beside it",
                    together(n -> n.calibration.network().drag())),
            Metric.of(
                    "residentBytes",
                    "a process that trains next to nothing",
                    Dimension.BYTES,
                    n -> figures(n).residentBytes()),
            share(
                    "slack",
                    "memory the allocator holds besides",
                    n -> n.calibration.memory().slack()),
            factor(
                    "elementwiseTraffic",
                    "elementwise work, over perfect fusion",
                    n -> n.calibration.compute().elementwiseTraffic()),
            factor(
                    "optimizerTraffic",
                    "the update, over a fused one",
                    n -> n.calibration.engine().optimizerTraffic()),
            Metric.number(
                    "disturbedProbes",
                    "probes repeated or disturbed",
                    VerifyReport::whole,
                    n -> figures(n).disturbedProbes()));

    private static final List<Metric<Transfer>> TRANSFERS = List.of(
            Metric.text("node", "node", Transfer::node),
            Metric.text("collective", "collective", t -> t.measured.collective()),
            Metric.of("bytes", "bytes", Dimension.BYTES, t -> t.measured.bytes()),
            seconds("seconds", "time", t -> t.measured.time().seconds()),
            share("spread", "spread", t -> t.measured.time().spread()));

    private MeasureReport() {}

    /**
     * The figures of {@code machines}, one for each number of processes, all of one host.
     *
     * @param folder where {@code files} were written
     */
    public static Report of(List<MachineFiles> machines, Path folder, Collection<Path> files) {
        List<Node> nodes =
                machines.stream().map(one -> new Node(one, one.calibration())).toList();
        List<Transfer> transfers = machines.stream()
                .flatMap(one -> one.figures().transfers().stream().map(t -> new Transfer(one.node(), t)))
                .toList();
        Stream<Facts<Node>> each = nodes.stream().map(node -> new Facts<>("", node.files.node(), node, NODES));
        String last = machines.get(machines.size() - 1).node();
        return Report.of(new Facts<>("", "This machine", machines.get(0).host(), HOST))
                .and(each.map(TextAndJson::textOnly).toArray(TextAndJson[]::new))
                .and(
                        TextAndJson.jsonOnly(new Table<>("nodes", "", nodes, NODES)),
                        new Table<>("transfers", "Collectives and messages", transfers, TRANSFERS),
                        TextAndJson.jsonOnly(new Text(
                                "files", "", files.stream().map(Path::toString).toList())),
                        TextAndJson.textOnly(new Sentence(
                                "",
                                "wrote " + folder + ": give verify --machine " + folder
                                        + "; other commands --catalogue "
                                        + folder.resolve(MachineFiles.CATALOGUE) + " --calibration "
                                        + folder.resolve(MachineFiles.CALIBRATION) + ", and jobs cluster: {node: "
                                        + last + "}")));
    }

    private static Figures figures(Node node) {
        return node.files.figures();
    }

    /** Null where a process is alone. */
    private static Function<Node, @Nullable Number> together(Function<Node, Number> figure) {
        return node -> figures(node).ranks() == 1 ? null : figure.apply(node);
    }

    private static Metric<Node> rate(String key, String label, ToDoubleFunction<Figures> figure) {
        return Metric.of(key, label, Dimension.FLOP_PER_SECOND, n -> figure.applyAsDouble(figures(n)));
    }

    private static <T> Metric<T> seconds(String key, String label, Function<T, ? extends @Nullable Number> figure) {
        return Metric.of(key, label, Dimension.SECONDS, figure);
    }

    private static <T> Metric<T> share(String key, String label, Function<T, ? extends @Nullable Number> figure) {
        return Metric.of(key, label, Dimension.RATIO, figure);
    }

    private static Metric<Node> factor(String key, String label, Function<Node, Number> figure) {
        return Metric.number(key, label, v -> Prints.full(Dimension.FACTOR, v), figure);
    }
}

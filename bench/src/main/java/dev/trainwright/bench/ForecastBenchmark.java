package dev.trainwright.bench;

import dev.trainwright.calibration.Calibrations;
import dev.trainwright.cluster.Catalogue;
import dev.trainwright.cost.MemoryPart;
import dev.trainwright.cost.Term;
import dev.trainwright.forecast.Evaluator;
import dev.trainwright.forecast.Forecaster;
import dev.trainwright.forecast.Iteration;
import dev.trainwright.job.Job;
import dev.trainwright.job.Jobs;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Legality;
import dev.trainwright.layout.Sharding;
import dev.trainwright.plan.Limits;
import dev.trainwright.plan.Space;
import dev.trainwright.plan.Spaces;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Complete forecasts (every term of the iteration, every part of the fullest device's memory) a second on one core, over the possible layouts of a job in the order of its
 * space: what search does, without its bookkeeping. Run in the repository's root.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 5)
@Measurement(iterations = 5, time = 5)
@Fork(1)
public class ForecastBenchmark {
    private static final int SHAPES = 20_000;

    @Param({"gpt3-175b-512xa100", "llama3-8b-64xh100"})
    public String job = "";

    private final List<Layout> shapes = new ArrayList<>();
    private final Map<Integer, Sharding[]> shardings = new HashMap<>();
    private Space space;
    private Legality legality;
    private Evaluator evaluator;
    private int next;

    private final double[] terms = new double[Term.values().length];
    private final double[] memory = new double[MemoryPart.values().length];

    /** Forecasts, beside the shapes that JMH counts. */
    @AuxCounters
    @State(Scope.Thread)
    public static class Counter {
        public long forecasts;
    }

    /** Consecutive shapes from the middle of the space, those that are possible. */
    @Setup
    public void read() {
        Job read = Jobs.read(Path.of("examples", job + ".yaml"), Catalogue.builtIn());
        space = Spaces.of(read, read.cluster(), Limits.NONE);
        legality = Legality.of(read.workload(), read.cluster());
        for (long i = space.shapes() / 2; shapes.size() < SHAPES; i = (i + 1) % space.shapes()) {
            Layout shape = space.shape(i);
            if (legality.brokenByShape(shape) == 0) {
                shapes.add(shape);
            }
        }
        evaluator = Evaluator.of(read, Forecaster.calibration(read, shapes.get(0), Calibrations.builtIn()));
    }

    /** One shape under every way of sharding it. */
    @Benchmark
    public void shape(Counter counter, Blackhole hole) {
        Layout shape = shapes.get(next);
        next = (next + 1) % shapes.size();
        Iteration iteration = evaluator.iteration(shape, false);
        for (Sharding sharding : shardings.computeIfAbsent(shape.dp() * shape.cp(), space::shardings)) {
            if (legality.brokenBySharding(shape, sharding) == 0) {
                iteration.times(sharding, terms);
                hole.consume(iteration.memory(sharding, memory));
                hole.consume(terms);
                hole.consume(memory);
                counter.forecasts++;
            }
        }
    }
}

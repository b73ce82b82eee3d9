package dev.trainwright.train.run;

import dev.trainwright.cluster.Catalogue;
import dev.trainwright.job.Job;
import dev.trainwright.job.Jobs;
import dev.trainwright.layout.Synchrony;
import dev.trainwright.train.checkpoint.Checkpoints;
import dev.trainwright.train.checkpoint.TrainingState;
import dev.trainwright.train.data.Dataset;
import dev.trainwright.train.data.MicroBatch;
import dev.trainwright.train.engine.Engine;
import dev.trainwright.train.launch.RankProcess;
import dev.trainwright.train.launch.StopSignal;
import dev.trainwright.train.measure.Busy;
import dev.trainwright.train.trainer.AsyncTrainer;
import dev.trainwright.train.trainer.StepResult;
import dev.trainwright.train.trainer.Trainer;
import dev.trainwright.train.trainer.Unsupported;
import dev.trainwright.train.world.Identity;
import dev.trainwright.train.world.Rendezvous;
import dev.trainwright.train.world.Trace;
import dev.trainwright.train.world.World;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/** The process of one rank. It says who it is from its environment, so that anything that starts processes can start it. */
public final class TrainRank {
    private final RunOptions options;
    private final PrintStream out;

    private TrainRank(RunOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /** One argument: {@link RunOptions} as JSON. */
    public static void main(String[] arguments) {
        RankProcess.run(() ->
                new TrainRank(RunOptions.parse(arguments[0]), System.out).run(Rendezvous.detect(System.getenv())));
    }

    private void run(Identity identity) {
        Engine.start(options.threads());
        @Nullable Path own = path(options.catalogue());
        Job job = Jobs.read(
                options.jobFile(),
                options.changes(),
                own == null ? Catalogue.builtIn() : Catalogue.builtIn().with(own));
        Setup setup = Setup.of(job, options);
        boolean leads = identity.rank() == 0;
        boolean speaks = leads || identity.rank() >= setup.layout().devices();
        if (leads) {
            out.printf(
                    "%s: %,d parameters, %d %s (%s), %d steps%n",
                    job.name(),
                    setup.network().parameters(),
                    identity.world(),
                    identity.world() == 1 ? "process" : "processes",
                    identity.source(),
                    setup.steps());
        }
        try (World world = World.join(
                        identity, Duration.ofSeconds(options.timeoutSeconds()), Trace.of(options.trace() != null));
                Metrics metrics = new Metrics(
                        speaks ? out : new PrintStream(PrintStream.nullOutputStream()),
                        setup.steps(),
                        setup.network().unit(),
                        path(options.metricsOf(identity.rank())),
                        leads ? path(options.tensorBoard()) : null)) {
            if (setup.layout().synchrony() instanceof Synchrony.Asynchronous asynchronous) {
                trainAsync(world, setup, asynchronous, metrics);
            } else {
                train(world, setup, metrics);
            }
            if (options.trace() != null) {
                TraceFile.write(Path.of(options.trace()), world);
            }
        }
    }

    private void trainAsync(World world, Setup setup, Synchrony.Asynchronous synchrony, Metrics metrics) {
        List<String> problems = new ArrayList<>(Unsupported.in(setup.layout()));
        if (options.checkpoints() != null || options.save() != null || options.clip() > 0) {
            problems.add("asynchronous training runs without checkpoints, saving a model, and clipping");
        }
        if (setup.data().held() != null) {
            problems.add("asynchronous training does not evaluate what is held out");
        }
        if (!problems.isEmpty()) {
            throw new UnsupportedOperationException(String.join("; ", problems));
        }
        metrics.start(0, world.identity().attempt() > 0);
        boolean slow = world.identity().rank() == options.slowRank();
        AsyncTrainer trainer = new AsyncTrainer(
                world,
                setup.network(),
                slow ? slowed(setup.data().train()) : setup.data().train(),
                setup.sampler(),
                setup.layout().microBatch(),
                setup.recipe());
        if (trainer.serves()) {
            metrics.staleness(trainer.serve(synchrony));
        } else {
            trainer.work(setup.steps(), result -> metrics.step(result, Busy.peakBytes()));
        }
        world.everyone().barrier();
    }

    private void train(World world, Setup setup, Metrics metrics) {
        if (setup.layout().synchrony() instanceof Synchrony.LocalSgd local) {
            refuse(local, setup.steps());
        }
        Trainer trainer = new Trainer(
                world,
                setup.layout(),
                setup.network(),
                world.identity().rank() == options.slowRank()
                        ? slowed(setup.data().train())
                        : setup.data().train(),
                setup.sampler(),
                setup.recipe());
        @Nullable Path directory = path(options.checkpoints());
        Optional<Checkpoints> checkpoints = Optional.ofNullable(directory).map(d -> new Checkpoints(d, options.keep()));
        long done = checkpoints
                .map(c -> TrainingState.resume(c, trainer, world, options.seed(), out::println))
                .orElse(0L);
        if (done > 0 && world.identity().rank() == 0) {
            out.println("resumed from " + directory + " after step " + done);
        }
        metrics.start(done, world.identity().attempt() > 0);
        try (StopSignal signal = StopSignal.listen()) {
            for (long step = done + 1; step <= setup.steps(); step++) {
                StepResult result = trainer.step(step, signal.received());
                metrics.step(result, Busy.peakBytes());
                boolean asked = options.evaluateEvery() > 0 && step % options.evaluateEvery() == 0;
                if (setup.data().held() != null && (asked || step == setup.steps())) {
                    metrics.evaluation(step, trainer.evaluate(setup.data().held()));
                }
                if (step % options.every() == 0 || step == setup.steps() || result.stop()) {
                    long now = step;
                    checkpoints.ifPresent(c -> TrainingState.save(c, trainer, world, now, options.seed()));
                }
                if (result.stop() && step < setup.steps()) {
                    throw new StopSignal.Stopped("stopped after step " + step + " as asked; "
                            + (directory == null
                                    ? "nothing is kept without --checkpoints"
                                    : "its checkpoint is in " + directory));
                }
            }
        }
        if (setup.result() != null && options.save() != null) {
            setup.result().save(Path.of(options.save()), trainer, world);
        }
        world.everyone().barrier();
    }

    /** What replicas do between two agreements is theirs alone, and in no checkpoint. */
    private void refuse(Synchrony.LocalSgd local, long steps) {
        if (options.checkpoints() != null || (options.save() != null && steps % local.localSteps() != 0)) {
            throw new UnsupportedOperationException(
                    "local steps run without checkpoints, and save a model after a multiple of their "
                            + local.localSteps() + " steps");
        }
    }

    /** A data set whose samples come late, micro-batch by micro-batch: what plays the straggler. */
    private Dataset slowed(Dataset data) {
        return new Dataset() {
            @Override
            public long size() {
                return data.size();
            }

            @Override
            public MicroBatch batch(long[] samples, ScalarType type) {
                LockSupport.parkNanos(Math.round(options.slowSeconds() * 1e9));
                return data.batch(samples, type);
            }
        };
    }

    private static @Nullable Path path(@Nullable String text) {
        return text == null ? null : Path.of(text);
    }
}

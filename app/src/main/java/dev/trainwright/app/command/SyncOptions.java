package dev.trainwright.app.command;

import dev.trainwright.app.answer.Economy;
import dev.trainwright.app.answer.LinkCheck;
import dev.trainwright.app.answer.Ring;
import dev.trainwright.app.answer.Setup;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.quantity.Prints;
import dev.trainwright.spine.Spine;
import dev.trainwright.spine.SpineSteps;
import dev.trainwright.spine.Step;
import dev.trainwright.spine.SyncEstimate;
import dev.trainwright.workload.Batch.Scaling;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say what synchronisation costs: its time, gradients over a link, or a measurement from which it follows. */
final class SyncOptions {
    @Option(names = "--comm", paramLabel = "TIME", description = "Synchronisation of one iteration.")
    private @Nullable String comm;

    @Option(
            names = "--gradients",
            paramLabel = "BYTES",
            description = "Instead of --comm: bytes that a ring all-reduces. With a measurement: held against it.")
    private @Nullable String gradients;

    @Option(names = "--link", paramLabel = "RATE", description = "With --gradients: one device's link, as measured.")
    private @Nullable String link;

    @Option(
            names = "--latency",
            paramLabel = "TIME",
            defaultValue = "0 s",
            description = "With --gradients: one step of the ring (default: ${DEFAULT-VALUE}).")
    private String latency = "";

    @Option(
            names = "--speedup",
            paramLabel = "S",
            description = "Instead of --comm: the speedup measured on the first of --devices.")
    private @Nullable String speedup;

    @Option(
            names = "--iteration",
            paramLabel = "TIME",
            description = "Instead of --comm: an iteration measured on the first of --devices.")
    private @Nullable String iteration;

    @Option(
            names = "--measured-hours",
            paramLabel = "TIME",
            description = "The whole job measured on the first of --devices: instead of --comm where --hours is given,"
                    + " instead of --hours where --comm is.")
    private @Nullable String measuredHours;

    /**
     * The options' values; null where not given.
     *
     * @param speedup measured, be it as such or as hours against hours
     * @param measuredHours of the job on the first number of devices
     */
    record Sync(
            @Nullable Double comm,
            @Nullable Double gradients,
            @Nullable Ring ring,
            @Nullable Double speedup,
            @Nullable Double iteration,
            @Nullable Double measuredHours) {

        boolean known() {
            return comm != null || ring != null || measured();
        }

        boolean measured() {
            return speedup != null || iteration != null;
        }

        /** A model of it with this compute; steps that find its time go to {@code derivation}. */
        Setup with(double computeSeconds, Scaling scaling, Economy economy, List<Long> devices, List<Step> derivation) {
            Setup setup;
            if (ring != null && !measured()) {
                setup = new Setup(scaling, computeSeconds, ring::seconds, null, economy);
            } else {
                double seconds = comm != null ? comm : measured(computeSeconds, scaling, devices, derivation);
                setup = Setup.constant(scaling, computeSeconds, seconds, economy);
            }
            return measuredHours == null || economy.hoursOnOne() != null
                    ? setup
                    : onOne(setup, devices.get(0), measuredHours, derivation);
        }

        /** The same with the job's hours on one device, from those on several. */
        private static Setup onOne(Setup setup, long devices, double hours, List<Step> derivation) {
            double speedup = setup.speedup(devices);
            derivation.add(new Step(
                    "Job on one device",
                    "%s x %s"
                            .formatted(
                                    Prints.full(Dimension.SECONDS, 3600 * hours),
                                    Prints.full(Dimension.FACTOR, speedup)),
                    3600 * hours * speedup,
                    Dimension.SECONDS,
                    "%,d devices are so many times as fast".formatted(devices)));
            return setup.with(new Economy(hours * speedup, setup.economy().price()));
        }

        /** The measured time against the gradients' ring; null where only one of them was given. */
        @Nullable
        LinkCheck check(Setup setup, List<Long> devices) {
            return ring == null || !measured()
                    ? null
                    : LinkCheck.of(ring, Objects.requireNonNull(setup.constantSync()), devices.get(0));
        }

        private double measured(double computeSeconds, Scaling scaling, List<Long> given, List<Step> derivation) {
            long devices = given.get(0);
            long work = scaling == Scaling.STRONG ? 1 : devices;
            double factor = speedup != null ? speedup : work * computeSeconds / Objects.requireNonNull(iteration);
            SyncEstimate estimate = Spine.syncSeconds(computeSeconds, factor, devices);
            if (estimate instanceof SyncEstimate.Sync sync) {
                derivation.addAll(
                        SpineSteps.syncSeconds(work * computeSeconds, factor, devices, work * sync.seconds()));
                return work * sync.seconds();
            }
            throw Failure.wrongInput(
                    estimate instanceof SyncEstimate.AboveIdeal
                            ? ("a speedup of %s on %d devices is more than ideal: no synchronisation time explains it."
                                            + " Did both runs do the same work?")
                                    .formatted(Prints.full(Dimension.FACTOR, factor), devices)
                            : "one device does not synchronise: what was measured on it says nothing about the network");
        }
    }

    /**
     * Reads the options.
     *
     * @param oneDeviceSeconds the whole job on one device, where that is given
     * @param anyDevices whether some number of devices is given
     */
    Sync read(Arguments arguments, @Nullable Double oneDeviceSeconds, boolean anyDevices) {
        Double factor = arguments.positive("--speedup", Dimension.FACTOR, speedup);
        Double jobSeconds = arguments.positive("--measured-hours", Dimension.SECONDS, measuredHours);
        Double bytes = arguments.positive("--gradients", Dimension.BYTES, gradients);
        Double rate = arguments.positive("--link", Dimension.BYTES_PER_SECOND, link);
        Double step = arguments.quantity("--latency", Dimension.SECONDS, latency);
        arguments.require(
                Stream.of(comm, speedup, iteration).filter(Objects::nonNull).count() <= 1,
                "--comm, --speedup and --iteration each say what synchronisation costs: give one of them");
        arguments.require(
                comm == null || gradients == null,
                "--comm and --gradients both say what synchronisation costs: give one of them");
        arguments.require(gradients != null || link == null, "--link needs --gradients: what goes over it");
        boolean measured = speedup != null || iteration != null || measuredHours != null;
        arguments.require(
                !measured || anyDevices,
                "--speedup, --iteration and --measured-hours were measured on a number of devices: give it first in --devices");
        boolean otherwise = comm != null || link != null || speedup != null || iteration != null;
        arguments.require(
                measuredHours == null || (oneDeviceSeconds != null) != otherwise,
                "--measured-hours with --hours, the job on one device, gives the synchronisation; with the synchronisation"
                        + " it gives the hours on one device: give one of the two");
        arguments.require(
                !measured || gradients == null || link != null,
                "--gradients with a measurement is held against it: give --link as well");
        return new Sync(
                arguments.quantity("--comm", Dimension.SECONDS, comm),
                bytes,
                bytes == null || rate == null || step == null ? null : new Ring(bytes, rate, step),
                jobSeconds == null || oneDeviceSeconds == null ? factor : Double.valueOf(oneDeviceSeconds / jobSeconds),
                arguments.positive("--iteration", Dimension.SECONDS, iteration),
                jobSeconds == null ? null : jobSeconds / 3600);
    }
}

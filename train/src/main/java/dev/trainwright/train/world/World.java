package dev.trainwright.train.world;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.SizeTPointer;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.PrefixStore;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Store;
import org.bytedeco.pytorch.TCPStore;
import org.bytedeco.pytorch.TCPStoreOptions;
import org.bytedeco.pytorch.global.torch_gloo;
import org.bytedeco.pytorch.gloo.Device;
import org.jspecify.annotations.Nullable;

/** All processes of the job, met at one store; makes their groups. A world of one opens no socket. */
public final class World implements AutoCloseable {
    private final Identity identity;
    private final Duration timeout;
    private final List<Pointer> kept = new ArrayList<>();
    private final Map<String, Integer> groups = new HashMap<>();
    private final @Nullable Store store;
    private final @Nullable Device device;
    private final @Nullable Heartbeat heartbeat;
    private final Trace trace;
    private final Collectives everyone;

    private World(Identity identity, Duration timeout, Trace trace) {
        this.identity = identity;
        this.timeout = timeout;
        this.trace = trace;
        if (identity.world() == 1) {
            store = null;
            device = null;
            heartbeat = null;
        } else {
            store = connect();
            Loader.load(torch_gloo.class);
            device = keep(ProcessGroupGloo.createDeviceForHostname(ownAddress()));
            heartbeat = new Heartbeat(prefixed("heartbeat"), identity.rank(), identity.world());
        }
        everyone = group("world", IntStream.range(0, identity.world()).boxed().toList());
    }

    /**
     * Meets the other processes.
     *
     * @param timeout how long to wait for a rank, here and in every collective
     * @throws CollectiveFailure when they do not meet in that time
     */
    public static World join(Identity identity, Duration timeout) {
        return join(identity, timeout, Trace.of(false));
    }

    /** The same, with what this process does recorded in {@code trace}. */
    public static World join(Identity identity, Duration timeout, Trace trace) {
        return new World(identity, timeout, trace);
    }

    /** Where this process records what it does. */
    public Trace trace() {
        return trace;
    }

    /** Who this process is. */
    public Identity identity() {
        return identity;
    }

    /** The group of all ranks. */
    public Collectives everyone() {
        return everyone;
    }

    /** This rank's group along {@code axis} of {@code grid}; every rank must call this for the same axes in the same order. */
    public Collectives group(RankGrid grid, RankGrid.Axis axis) {
        return group(axis.name().toLowerCase(java.util.Locale.ROOT), grid.group(identity.rank(), axis));
    }

    /** The group of {@code ranks}, which this rank belongs to; those ranks alone must call this, with equal arguments. */
    public Collectives group(String name, List<Integer> ranks) {
        int rank = ranks.indexOf(identity.rank());
        int sameBefore = groups.merge(name + ranks, 1, Integer::sum);
        Store own = store == null || ranks.size() == 1 ? null : prefixed(name + "/" + ranks + "/" + sameBefore);
        if (own == null) {
            return new Collectives(name, ranks, rank, null, null, () -> "", trace);
        }
        ProcessGroupGloo.Options options = keep(ProcessGroupGloo.Options.create(milliseconds()));
        options.devices().push_back(device);
        try {
            ProcessGroupGloo gloo =
                    Deadline.within(bound(), () -> keep(new ProcessGroupGloo(own, rank, ranks.size(), options)));
            return new Collectives(name, ranks, rank, gloo, own, this::suspects, trace);
        } catch (RuntimeException e) {
            throw new CollectiveFailure(
                    "rank " + identity.rank() + " did not meet the others of group " + name + " " + ranks + " within "
                            + timeout.toSeconds() + " s: " + NativeErrors.firstLine(e) + suspects(),
                    e);
        }
    }

    /** Tells the others, through the store, which step this rank is at. */
    public void atStep(long step) {
        if (heartbeat != null) {
            heartbeat.step(step);
        }
    }

    private String suspects() {
        return heartbeat == null ? "" : heartbeat.suspects();
    }

    private Store connect() {
        TCPStoreOptions options = keep(new TCPStoreOptions());
        SizeTPointer workers = keep(new SizeTPointer(1).put(identity.world()));
        options.port((short) identity.masterPort())
                .isServer(identity.storeServer())
                .numWorkers(workers)
                .waitWorkers(false)
                .timeout(milliseconds());
        try {
            return Deadline.within(
                    bound(),
                    () -> keep(
                            keep(new TCPStore(identity.masterHost(), options)).clone()));
        } catch (RuntimeException e) {
            throw new CollectiveFailure(
                    "rank " + identity.rank() + " of " + identity.world() + " (" + identity.source() + ") cannot "
                            + (identity.storeServer()
                                    ? "serve the store at port "
                                    : "reach rank 0's store at " + identity.masterHost() + ":")
                            + identity.masterPort() + " within " + timeout.toSeconds() + " s: "
                            + NativeErrors.firstLine(e),
                    e);
        }
    }

    /** A view of the store with keys and a connection of its own, which the copy makes. */
    private Store prefixed(String name) {
        Store whole = java.util.Objects.requireNonNull(store);
        return keep(
                keep(new PrefixStore(identity.attempt() + "/" + name, whole)).clone());
    }

    /** The address of this machine on the way to rank 0's. */
    private String ownAddress() {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(InetAddress.getByName(identity.masterHost()), 9));
            return socket.getLocalAddress().getHostAddress();
        } catch (UnknownHostException e) {
            throw new CollectiveFailure("the host " + identity.masterHost() + " of rank 0 is unknown here", e);
        } catch (IOException | java.io.UncheckedIOException e) {
            throw new CollectiveFailure(
                    "there is no way to rank 0's host " + identity.masterHost() + ": " + e.getMessage(), e);
        }
    }

    /** Beyond the timeout that native code keeps itself, where it does. */
    private Duration bound() {
        return timeout.plusSeconds(1);
    }

    private Milliseconds milliseconds() {
        return keep(new Milliseconds(timeout.toMillis()));
    }

    private <P extends Pointer> P keep(P pointer) {
        pointer.retainReference();
        synchronized (kept) {
            kept.add(pointer);
        }
        return pointer;
    }

    @Override
    public void close() {
        if (heartbeat != null) {
            heartbeat.close();
        }
        kept.clear();
    }
}

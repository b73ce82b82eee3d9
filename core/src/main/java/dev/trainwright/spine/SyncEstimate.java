package dev.trainwright.spine;

/** The synchronisation time that a measured speedup implies. */
public sealed interface SyncEstimate {

    /** The speedup is explained by a synchronisation of this length. */
    record Sync(double seconds) implements SyncEstimate {}

    /**
     * The speedup exceeds the number of devices, so no synchronisation time explains it: the runs did different work,
     * or the working set of one device began to fit a faster memory.
     */
    record AboveIdeal(long devices) implements SyncEstimate {}

    /** One device does not synchronise: its speedup says nothing about the network. */
    record NothingToLearn() implements SyncEstimate {}
}

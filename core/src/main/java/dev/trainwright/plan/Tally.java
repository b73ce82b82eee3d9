package dev.trainwright.plan;

import org.jspecify.annotations.Nullable;

/** What was found in some range of a space; confined to one thread, then merged in the order of the ranges. */
final class Tally {
    private final long[] counts = new long[SearchRule.count()];
    /** Of each reason's closest miss: how far off it is, and where it stands. */
    private final double[] miss = new double[SearchRule.count()];

    private final @Nullable Place[] closest = new Place[SearchRule.count()];
    private long fitting;
    final Shortlist shortlist;
    final Frontier frontier = new Frontier();

    /**
     * A layout's place.
     *
     * @param part of the cluster
     * @param shape index in its space
     * @param sharding index of the sharding
     */
    record Place(int part, long shape, int sharding) {}

    Tally(int wanted) {
        this.shortlist = new Shortlist(wanted);
    }

    /** Counts {@code number} layouts from {@code place} on that are rejected for {@code reason}, {@code by} so much. */
    void reject(int reason, long number, double by, int part, long shape, int sharding) {
        counts[reason] += number;
        if (closest[reason] == null || by < miss[reason]) {
            miss[reason] = by;
            closest[reason] = new Place(part, shape, sharding);
        }
    }

    /** Counts a layout that fits; the lists keep it where they want it. */
    void fits(
            int part, long shape, int sharding, double bytes, double least, double most, double ranked, double atMost) {
        fitting++;
        if (shortlist.wants(ranked)) {
            shortlist.add(new Candidate(part, shape, sharding, bytes, ranked, atMost));
        }
        if (frontier.wants(least, bytes)) {
            frontier.add(new Candidate(part, shape, sharding, bytes, least, most));
        }
    }

    /** This tally with {@code later}'s, of a range behind it, added. */
    Tally merge(Tally later) {
        fitting += later.fitting;
        for (int r = 0; r < counts.length; r++) {
            Place place = later.closest[r];
            if (place != null) {
                reject(r, later.counts[r], later.miss[r], place.part(), place.shape(), place.sharding());
            }
        }
        later.shortlist.candidates().forEach(shortlist::add);
        later.frontier.candidates().forEach(frontier::add);
        return this;
    }

    long fitting() {
        return fitting;
    }

    long count(int reason) {
        return counts[reason];
    }

    @Nullable
    Place closest(int reason) {
        return closest[reason];
    }

    double miss(int reason) {
        return miss[reason];
    }
}

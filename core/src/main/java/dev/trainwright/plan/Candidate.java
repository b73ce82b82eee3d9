package dev.trainwright.plan;

/**
 * A layout that fits, by its index, with bounds of its time.
 *
 * @param part number of the part of the cluster that it uses
 * @param shape index of its shape in the part's {@link Space}
 * @param sharding index of its sharding
 * @param bytes held by the fullest device
 * @param least what it is ranked by, seconds a sample or the like, at least
 * @param most the same at most
 */
record Candidate(int part, long shape, int sharding, double bytes, double least, double most)
        implements Comparable<Candidate> {

    /** By the lower bound, equals in the order of the space. */
    @Override
    public int compareTo(Candidate o) {
        int order = Double.compare(least, o.least);
        order = order != 0 ? order : Integer.compare(part, o.part);
        order = order != 0 ? order : Long.compare(shape, o.shape);
        return order != 0 ? order : Integer.compare(sharding, o.sharding);
    }
}

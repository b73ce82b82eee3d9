package dev.trainwright.train.data;

/** Samples of one shape, each of a class. */
public interface ClassDataset extends Dataset {
    /** Shape of one sample's inputs: features, or channels x height x width. */
    long[] shape();

    /** Classes, numbered from 0. */
    int classes();
}

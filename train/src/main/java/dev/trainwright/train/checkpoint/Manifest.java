package dev.trainwright.train.checkpoint;

import java.util.List;

/**
 * What a checkpoint holds: the file {@code manifest.json}.
 *
 * @param format of this file, {@link #FORMAT}
 * @param step optimizer steps taken
 * @param seed of weights and data order
 * @param files one a rank that wrote
 */
record Manifest(int format, long step, long seed, List<Shard> files) {
    static final int FORMAT = 1;
    static final String FILE = "manifest.json";

    /**
     * One rank's file.
     *
     * @param file its name
     * @param bytes its length
     * @param sha256 of all its bytes, in hexadecimal
     * @param runs what its tensors are
     */
    record Shard(String file, long bytes, String sha256, List<Run> runs) {
        Shard {
            runs = List.copyOf(runs);
        }
    }

    /**
     * A run of elements of one parameter, or of one of its optimizer states.
     *
     * @param key the tensor's name in the file
     * @param parameter whose
     * @param field {@code weight} or the state's name
     * @param shape of the whole parameter
     * @param splitDim the dimension that tensor parallelism cut, -1 for none
     * @param splitRank which slice
     * @param splitSize of how many
     * @param from first element of the flattened slice
     * @param to behind the last
     */
    record Run(
            String key,
            String parameter,
            String field,
            List<Long> shape,
            int splitDim,
            int splitRank,
            int splitSize,
            long from,
            long to) {
        Run {
            shape = List.copyOf(shape);
        }
    }

    Manifest {
        files = List.copyOf(files);
    }
}

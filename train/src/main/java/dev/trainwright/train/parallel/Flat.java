package dev.trainwright.train.parallel;

import dev.trainwright.train.engine.Tensors;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.bytedeco.pytorch.DataPtr;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.StorageImpl;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * A tensor of one dimension whose memory comes and goes; views and saved tensors of graphs stay bound to it. The memory that one leaves the next of its size takes: blocks of
 * megabytes that go back to malloc between what lives longer leave holes there, which glibc cannot fill with blocks of the same size.
 */
final class Flat {
    private final Tensor tensor;
    private final long bytes;
    private final Spare spare;

    /** Memory that was left, by its bytes. */
    static final class Spare {
        private final Map<Long, Deque<DataPtr>> left = new HashMap<>();

        private Deque<DataPtr> of(long bytes) {
            return left.computeIfAbsent(bytes, b -> new ArrayDeque<>());
        }

        /** All of it. */
        long bytes() {
            return left.entrySet().stream()
                    .mapToLong(e -> e.getKey() * e.getValue().size())
                    .sum();
        }
    }

    /** Without memory. */
    Flat(ScalarType type, long elements, Spare spare) {
        this.spare = spare;
        tensor = Tensors.keep(torch.empty(new long[] {elements}, Tensors.of(type), new MemoryFormatOptional()));
        bytes = tensor.nbytes();
        storage().reset();
    }

    /** The tensor. */
    Tensor tensor() {
        return tensor;
    }

    /** Whether its memory is there. */
    boolean there() {
        return storage().nbytes() > 0;
    }

    /** Gives it memory, whose values are anything, unless it has some. */
    void fill() {
        if (there()) {
            return;
        }
        StorageImpl storage = storage();
        DataPtr memory = spare.of(bytes).poll();
        if (memory == null) {
            storage.set_data_ptr_noswap(storage.allocator()._allocate(bytes));
        } else {
            storage.set_data_ptr_noswap(memory);
            memory.releaseReference();
        }
        storage.set_nbytes(bytes);
    }

    /** Takes its memory away, if there is any. */
    void drain() {
        if (there()) {
            DataPtr memory = storage().set_data_ptr(new DataPtr());
            memory.retainReference();
            spare.of(bytes).add(memory);
            storage().reset();
        }
    }

    private StorageImpl storage() {
        return tensor.storage().unsafeGetStorageImpl();
    }
}

package dev.trainwright.train.parallel;

import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.nn.Parameter;
import dev.trainwright.train.world.Collectives;
import dev.trainwright.train.world.Pending;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.StorageImpl;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/** Some parameters laid end to end in one flat tensor, padded to a multiple of the replicas, of which this rank owns one share. */
final class ZeroUnit {
    private final Collectives group;
    private final List<Parameter> parameters;
    private final Tensor flat;
    private final long bytes;
    private final Tensor shard;
    private final Tensor gradient;
    private final Slot slot;
    private boolean whole = true;

    ZeroUnit(int index, Collectives group, List<Parameter> parameters, boolean replicated) {
        this.group = group;
        this.parameters = List.copyOf(parameters);
        long elements = parameters.stream().mapToLong(Parameter::elements).sum();
        long share = (elements + group.size() - 1) / group.size();
        var type = parameters.get(0).value().scalar_type();
        flat = Tensors.keep(Tensors.zeros(type, share * group.size()));
        bytes = flat.nbytes();
        List<Slot.Piece> pieces = new ArrayList<>();
        long first = group.rank() * share;
        long offset = 0;
        for (Parameter parameter : parameters) {
            long n = parameter.elements();
            Tensor view = flat.narrow(0, offset, n).view(Tensors.shape(parameter.value()));
            view.copy_(parameter.value().detach());
            parameter.value().set_data(view);
            long from = Math.max(first, offset);
            long to = Math.min(first + share, offset + n);
            if (from < to) {
                pieces.add(new Slot.Piece(parameter, from - offset, to - offset, from - first));
            }
            offset += n;
        }
        shard = Tensors.keep(flat.narrow(0, first, share).clone());
        gradient = Tensors.keep(Tensors.zeros(type, share));
        String name = parameters.size() == 1 ? parameters.get(0).name() : "unit" + index;
        slot = new Slot(name, shard, () -> gradient, replicated, pieces);
    }

    Slot slot() {
        return slot;
    }

    /** Whether the flat tensor is there. */
    boolean whole() {
        return whole;
    }

    /** Fills the flat tensor from every rank's shard. */
    Pending gather() {
        if (!whole) {
            StorageImpl storage = flat.storage().unsafeGetStorageImpl();
            storage.set_data_ptr_noswap(storage.allocator()._allocate(bytes));
            storage.set_nbytes(bytes);
            whole = true;
        }
        // Written behind autograd's back: the values are those that were there when the graph was made.
        return group.allGather(flat.variable_data(), shard);
    }

    /** Frees the flat tensor's memory; views and saved tensors of graphs stay bound to it. */
    void release() {
        if (whole) {
            flat.storage().unsafeGetStorageImpl().reset();
            whole = false;
        }
    }

    /** Starts scattering this micro-step's gradients, and frees them; the result adds this rank's share up when run. */
    Runnable scatter() {
        Tensor all = Tensors.keep(Tensors.zeros(gradient.scalar_type(), bytes / flat.itemsize()));
        long offset = 0;
        for (Parameter parameter : parameters) {
            @Nullable Tensor part = parameter.gradient();
            if (part != null) {
                all.narrow(0, offset, parameter.elements()).copy_(part.view(-1));
                parameter.clearGradient();
            }
            offset += parameter.elements();
        }
        Tensor mine = Tensors.keep(Tensors.zeros(gradient.scalar_type(), gradient.numel()));
        Pending pending = group.reduceScatter(mine, all);
        return () -> {
            pending.await();
            gradient.add_(mine);
            all.releaseReference();
            mine.releaseReference();
        };
    }

    void clearGradients() {
        gradient.zero_();
    }
}

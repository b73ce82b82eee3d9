package dev.trainwright.train.parallel;

import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.nn.Parameter;
import dev.trainwright.train.world.Collectives;
import dev.trainwright.train.world.Pending;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/** Some parameters laid end to end in one flat tensor, padded to a multiple of the replicas, of which this rank owns one share. */
final class ZeroUnit {
    private final Collectives group;
    private final List<Parameter> parameters;
    private final Flat weights;
    private final Flat gradients;
    private final Flat parts;
    private final Tensor shard;
    private final Tensor gradient;
    private final Slot slot;

    ZeroUnit(int index, Collectives group, List<Parameter> parameters, boolean replicated, Flat.Spare spare) {
        this.group = group;
        this.parameters = List.copyOf(parameters);
        long elements = parameters.stream().mapToLong(Parameter::elements).sum();
        long share = (elements + group.size() - 1) / group.size();
        var type = parameters.get(0).value().scalar_type();
        weights = new Flat(type, share * group.size(), spare);
        gradients = new Flat(type, share * group.size(), spare);
        parts = new Flat(type, share * group.size(), spare);
        weights.fill();
        weights.tensor().zero_();
        List<Slot.Piece> pieces = new ArrayList<>();
        long first = group.rank() * share;
        long offset = 0;
        for (Parameter parameter : parameters) {
            move(parameter, offset);
            long to = offset + parameter.elements();
            if (Math.max(first, offset) < Math.min(first + share, to)) {
                pieces.add(new Slot.Piece(
                        parameter,
                        Math.max(first, offset) - offset,
                        Math.min(first + share, to) - offset,
                        Math.max(first, offset) - first));
            }
            offset = to;
        }
        shard = Tensors.keep(weights.tensor().narrow(0, first, share).clone());
        gradient = Tensors.keep(Tensors.zeros(type, share));
        String name = parameters.size() == 1 ? parameters.get(0).name() : "unit" + index;
        slot = new Slot(name, shard, () -> gradient, replicated, pieces);
    }

    /** Makes {@code parameter} a view of the flat tensor from {@code offset}; the memory that it had is free at once. */
    private void move(Parameter parameter, long offset) {
        Tensors.scope(() -> {
            Tensor view =
                    weights.tensor().narrow(0, offset, parameter.elements()).view(Tensors.shape(parameter.value()));
            view.copy_(parameter.value().detach());
            parameter.value().set_data(view);
        });
    }

    Slot slot() {
        return slot;
    }

    /** Whether the whole weights are there. */
    boolean whole() {
        return weights.there();
    }

    /** Fills the whole weights from every rank's shard. */
    Pending gather() {
        weights.fill();
        // Written behind autograd's back: the values are those that were there when the graph was made.
        return group.allGather(weights.tensor().variable_data(), shard);
    }

    /** Frees the whole weights' memory. */
    void release() {
        weights.drain();
    }

    /** Starts scattering this micro-step's gradients, and frees them; the result adds this rank's share up when run. */
    Runnable scatter() {
        gradients.fill();
        parts.fill();
        Tensor whole = gradients.tensor();
        long offset = 0;
        for (Parameter parameter : parameters) {
            Tensor part = whole.narrow(0, offset, parameter.elements());
            @Nullable Tensor own = parameter.gradient();
            if (own == null) {
                part.zero_();
            } else {
                part.copy_(own.view(-1));
                parameter.clearGradient();
            }
            offset += parameter.elements();
        }
        whole.narrow(0, offset, whole.numel() - offset).zero_();
        Pending pending = group.reduceScatter(gradient, whole, parts.tensor());
        return () -> {
            pending.await();
            gradients.drain();
            parts.drain();
        };
    }

    void clearGradients() {
        gradient.zero_();
    }
}

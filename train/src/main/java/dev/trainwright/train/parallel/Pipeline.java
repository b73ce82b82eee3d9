package dev.trainwright.train.parallel;

import dev.trainwright.cost.Term;
import dev.trainwright.layout.Schedule;
import dev.trainwright.train.data.MicroBatch;
import dev.trainwright.train.engine.Tensors;
import dev.trainwright.train.nn.Tally;
import dev.trainwright.train.world.Collectives;
import dev.trainwright.train.world.Pending;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * One rank of a pipeline: runs its chunks in the schedule's order and passes activations and gradients on. A pipeline of one stage is plain training.
 *
 * @param group the stages, first to last
 * @param chunks of this rank; chunk c is part {@code c x stages + rank} of the model
 * @param schedule of the micro-batches
 * @param boundary the shape of what passes between parts, for a micro-batch's inputs
 * @param type of what passes
 */
public record Pipeline(
        Collectives group,
        List<Chunk> chunks,
        Schedule schedule,
        Function<Tensor, long[]> boundary,
        ScalarType type,
        Clock clock) {
    private record Key(int chunk, int microBatch) {}

    public Pipeline {
        chunks = List.copyOf(chunks);
    }

    /**
     * Runs forward and backward over {@code batches}.
     *
     * @param scale what every sample's loss is multiplied by in backward
     * @return the summed loss of all batches on the rank that holds the last part, 0 on others
     */
    public double run(List<MicroBatch> batches, double scale) {
        Map<Key, Chunk.InFlight> flights = new HashMap<>();
        List<Pending> sends = new ArrayList<>();
        int[] backwards = new int[chunks.size()];
        double[] loss = {0};
        for (PipelineSchedule.Action action :
                PipelineSchedule.of(schedule, group.rank(), group.size(), chunks.size(), batches.size())) {
            int part = action.chunk() * group.size() + group.rank();
            MicroBatch batch = batches.get(action.microBatch());
            Key key = new Key(action.chunk(), action.microBatch());
            Chunk chunk = chunks.get(action.chunk());
            Tensors.scope(() -> {
                if (action.forward()) {
                    Tensor input = part == 0
                            ? batch.inputs()
                            : receive(batch, part - 1, action, part - 1).set_requires_grad(true);
                    Chunk.InFlight flight = chunk.forward(input, batch);
                    flights.put(key, flight);
                    if (part == parts() - 1) {
                        loss[0] += flight.output().item_double();
                    } else {
                        sends.add(send(flight.output().detach(), part + 1, action, part));
                    }
                } else {
                    try (Chunk.InFlight flight = Objects.requireNonNull(flights.remove(key))) {
                        Tensor gradient = part == parts() - 1
                                ? Tensors.of(type, new double[] {scale}, 1).squeeze()
                                : receive(batch, part + 1, action, part + 1);
                        backwards[action.chunk()]++;
                        chunk.backward(flight, gradient, backwards[action.chunk()] == batches.size());
                        if (part > 0) {
                            sends.add(send(flight.input().grad(), part - 1, action, part));
                        }
                    }
                }
            });
        }
        clock.run(Term.PIPELINE_PARALLEL, () -> sends.forEach(Pending::await));
        return loss[0];
    }

    /**
     * Runs {@code batch} forward only, without a graph.
     *
     * @param tally counts right predictions on the rank that holds the last part
     * @return the summed loss on that rank, 0 on others
     */
    public double evaluate(MicroBatch batch, Tally tally) {
        double loss = 0;
        for (int c = 0; c < chunks.size(); c++) {
            int part = c * group.size() + group.rank();
            PipelineSchedule.Action action = new PipelineSchedule.Action(true, c, 0);
            Tensor input = part == 0 ? batch.inputs() : receive(batch, part - 1, action, part - 1);
            Chunk.InFlight flight =
                    Tensors.grad(false, () -> chunks.get(action.chunk()).forward(input, batch, tally));
            if (part == parts() - 1) {
                loss = flight.output().item_double();
            } else {
                send(flight.output(), part + 1, action, part).await();
            }
            flight.close();
        }
        return loss;
    }

    private int parts() {
        return group.size() * chunks.size();
    }

    private Pending send(Tensor tensor, int toPart, PipelineSchedule.Action action, int fromPart) {
        return group.send(tensor.to(type).contiguous(), toPart % group.size(), tag(action, fromPart));
    }

    /** Waiting for a neighbour is the bubble. */
    private Tensor receive(MicroBatch batch, int fromPart, PipelineSchedule.Action action, int tagPart) {
        Tensor tensor = Tensors.zeros(type, boundary.apply(batch.inputs()));
        clock.run(
                Term.BUBBLE,
                () -> group.receive(tensor, fromPart % group.size(), tag(action, tagPart))
                        .await());
        return tensor;
    }

    private int tag(PipelineSchedule.Action action, int part) {
        return 2 * (action.microBatch() * parts() + part) + (action.forward() ? 0 : 1);
    }
}

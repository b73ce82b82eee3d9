package dev.trainwright.plan;

import dev.trainwright.job.Job;
import dev.trainwright.spine.ModelStates;
import dev.trainwright.workload.FineTuning;
import dev.trainwright.workload.NumberFormat;
import dev.trainwright.workload.Workload;

/**
 * The plain answer that comes before every search: can each device hold a copy of the model? It counts the weights alone, then all states of full training; activations come on
 * top of both.
 *
 * @param parameters of the model
 * @param bytesPerWeight of the copy that forward and backward use
 * @param bytesPerState of weights, gradients, optimizer state and master copy together
 * @param deviceBytes usable memory of the smallest device, infinite where it is not known
 * @param devicesForWeights the fewest devices that hold one copy of the weights together
 * @param devicesForStates the fewest that hold one copy of all states together
 */
public record DataParallelAnswer(
        long parameters,
        double bytesPerWeight,
        double bytesPerState,
        double deviceBytes,
        long devicesForWeights,
        long devicesForStates) {

    /** The answer for {@code job}. */
    public static DataParallelAnswer of(Job job) {
        Workload workload = job.workload();
        long parameters = Math.max(1, workload.model().parameters());
        NumberFormat master = workload.precision().master();
        boolean adapters = workload.fineTuning() instanceof FineTuning.LowRank;
        double weight = workload.fineTuning() instanceof FineTuning.LowRank adapter
                ? adapter.base().bytes()
                : workload.precision().parameters().bytes();
        double states = adapters
                ? weight
                : weight
                        + workload.precision().gradients().bytes()
                        + dev.trainwright.cost.ModelStates.stateBytes(workload)
                        + (master == null ? 0 : master.bytes());
        double memory = job.cluster().pools().stream()
                .mapToDouble(p -> p.type().accelerator().memoryBytes())
                .min()
                .orElseThrow();
        return new DataParallelAnswer(
                parameters,
                weight,
                states,
                memory,
                devices(parameters, weight, memory),
                devices(parameters, states, memory));
    }

    /** A device of unknown memory is taken to hold anything. */
    private static long devices(long parameters, double bytesPerParameter, double memory) {
        return Double.isInfinite(memory) ? 1 : ModelStates.devicesFor(parameters, bytesPerParameter, memory);
    }

    /** Bytes of one copy of the weights. */
    public double weightBytes() {
        return parameters * bytesPerWeight;
    }

    /** Bytes of one copy of all states. */
    public double stateBytes() {
        return parameters * bytesPerState;
    }

    /** Whether a device holds a copy of the weights: data parallelism is possible at all. */
    public boolean works() {
        return devicesForWeights == 1;
    }
}

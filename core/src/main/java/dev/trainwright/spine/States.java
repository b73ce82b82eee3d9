package dev.trainwright.spine;

import java.math.BigDecimal;

/**
 * Bytes of one copy of a model's states by what ZeRO shards (Rajbhandari et al. 2020, arXiv 1910.02054): stage 1 the optimizer, 2 the gradients too, 3 the weights too.
 *
 * @param weights those that forward and backward use, frozen ones too
 * @param gradients of what is trained
 * @param optimizer of what is trained: moments, master weights, and gradients in the optimizer's format
 */
public record States(BigDecimal weights, BigDecimal gradients, BigDecimal optimizer) {

    /** Of so many trained parameters. */
    public static States of(long parameters, Recipe recipe) {
        Require.atLeast("the number of parameters", 1, parameters);
        BigDecimal count = BigDecimal.valueOf(parameters);
        return new States(
                count.multiply(Exact.of(recipe.weightBytes())),
                count.multiply(Exact.of(recipe.gradientBytes())),
                count.multiply(Exact.of(recipe.optimizerBytes())));
    }

    /** These with frozen weights besides, which have no gradients and no optimizer state (LoRA, arXiv 2106.09685). */
    public States withFrozen(long parameters, double bytesEach) {
        Require.atLeast("the number of frozen parameters", 1, parameters);
        Require.positive("the bytes of a frozen parameter", bytesEach);
        return new States(
                weights.add(BigDecimal.valueOf(parameters).multiply(Exact.of(bytesEach))), gradients, optimizer);
    }

    /** All bytes of a whole copy. */
    public double bytes() {
        return total().doubleValue();
    }

    /** Bytes of the weights on each of some devices. */
    public double weightsOnEach(int stage, long devices) {
        return share(weights, stage >= 3, devices);
    }

    /** Bytes of the gradients on each of some devices. */
    public double gradientsOnEach(int stage, long devices) {
        return share(gradients, stage >= 2, devices);
    }

    /** Bytes of optimizer state on each of some devices. */
    public double optimizerOnEach(int stage, long devices) {
        return share(optimizer, stage >= 1, devices);
    }

    /** All bytes on each of some devices. */
    public double onEach(int stage, long devices) {
        return weightsOnEach(stage, devices) + gradientsOnEach(stage, devices) + optimizerOnEach(stage, devices);
    }

    /** The fewest devices on each of which all fits, computed exactly; 0 where what each keeps whole leaves no room. */
    public long devicesFor(int stage, double memoryBytes) {
        Require.positive("the memory of a device", memoryBytes);
        BigDecimal sharded = (stage >= 3 ? weights : BigDecimal.ZERO)
                .add(stage >= 2 ? gradients : BigDecimal.ZERO)
                .add(stage >= 1 ? optimizer : BigDecimal.ZERO);
        BigDecimal room = Exact.of(memoryBytes).subtract(total().subtract(sharded));
        if (sharded.signum() == 0) {
            return room.signum() < 0 ? 0 : 1;
        }
        return room.signum() <= 0 ? 0 : Exact.ceiling(sharded, room).orElse(0);
    }

    private BigDecimal total() {
        return weights.add(gradients).add(optimizer);
    }

    private static double share(BigDecimal bytes, boolean sharded, long devices) {
        Require.atLeast("the number of devices", 1, devices);
        return sharded ? bytes.doubleValue() / devices : bytes.doubleValue();
    }
}

package dev.trainwright.train.trainer;

import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/** How an optimizer changes one tensor of weights. */
public interface UpdateRule {
    /** The rule's state tensors for {@code weights}, by name, all zero. */
    Map<String, Tensor> newState(Tensor weights);

    /**
     * Changes {@code weights} in place.
     *
     * @param step 1 for the first
     * @param learningRate of this step
     */
    void update(Tensor weights, Tensor gradient, Map<String, Tensor> state, long step, double learningRate);

    /**
     * SGD with momentum, as PyTorch defines it (no dampening).
     *
     * @param momentum 0 for none
     */
    record Sgd(double momentum) implements UpdateRule {
        private static final String MOMENTUM = "momentum_buffer";

        @Override
        public Map<String, Tensor> newState(Tensor weights) {
            return momentum == 0 ? Map.of() : Map.of(MOMENTUM, States.like(weights));
        }

        @Override
        public void update(Tensor weights, Tensor gradient, Map<String, Tensor> state, long step, double learningRate) {
            Tensor direction = gradient;
            if (momentum != 0) {
                direction = States.get(state, MOMENTUM)
                        .mul_(States.scalar(momentum))
                        .add_(gradient);
            }
            weights.add_(direction, States.scalar(-learningRate));
        }
    }

    /**
     * AdamW (Loshchilov and Hutter, arXiv 1711.05101), with PyTorch's order of operations.
     *
     * @param beta1 decay of the first moment
     * @param beta2 decay of the second moment
     * @param epsilon added to the root
     * @param weightDecay decoupled
     */
    record AdamW(double beta1, double beta2, double epsilon, double weightDecay) implements UpdateRule {
        private static final String FIRST = "exp_avg";
        private static final String SECOND = "exp_avg_sq";

        @Override
        public Map<String, Tensor> newState(Tensor weights) {
            return Map.of(FIRST, States.like(weights), SECOND, States.like(weights));
        }

        @Override
        public void update(Tensor weights, Tensor gradient, Map<String, Tensor> state, long step, double learningRate) {
            weights.mul_(States.scalar(1 - learningRate * weightDecay));
            Tensor first = States.get(state, FIRST);
            first.lerp_(gradient, States.scalar(1 - beta1));
            Tensor second = States.get(state, SECOND);
            second.mul_(States.scalar(beta2)).addcmul_(gradient, gradient, States.scalar(1 - beta2));
            double correction1 = 1 - Math.pow(beta1, step);
            double correction2 = Math.sqrt(1 - Math.pow(beta2, step));
            Tensor root = second.sqrt().div_(States.scalar(correction2)).add_(States.scalar(epsilon));
            weights.addcdiv_(first, root, States.scalar(-learningRate / correction1));
        }
    }
}

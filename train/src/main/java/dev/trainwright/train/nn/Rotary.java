package dev.trainwright.train.nn;

import dev.trainwright.train.engine.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Rotary positions (Su et al., arXiv 2104.09864), the halves of a head turned against each other as Hugging Face does.
 *
 * @param base theta, whose powers are the wavelengths
 * @param scaling how wavelengths are stretched for longer sequences
 */
record Rotary(double base, Scaling scaling) {
    /** Changes one frequency, in radians a token. */
    @FunctionalInterface
    interface Scaling {
        Scaling NONE = frequency -> frequency;

        double of(double frequency);

        /** Every wavelength by {@code factor} (Chen et al., arXiv 2306.15595). */
        static Scaling linear(double factor) {
            return frequency -> frequency / factor;
        }

        /** Long wavelengths by {@code factor}, short ones not, those between smoothly: as Llama 3.1's reference code does. */
        static Scaling llama3(double factor, double low, double high, double original) {
            return frequency -> {
                double turns = original * frequency / (2 * Math.PI);
                double share = Math.min(1, Math.max(0, (turns - low) / (high - low)));
                return (1 - share) * frequency / factor + share * frequency;
            };
        }
    }

    /** Angles of {@code sequence} positions for heads of size {@code size}: sequence x size. */
    Tensor angles(long sequence, int size, ScalarType type) {
        double[] frequency = new double[size / 2];
        for (int i = 0; i < frequency.length; i++) {
            frequency[i] = scaling.of(Math.pow(base, -2.0 * i / size));
        }
        Tensor position = torch.arange(Tensors.scalar(sequence), Tensors.of(ScalarType.Double));
        Tensor angle = torch.outer(position, Tensors.of(ScalarType.Double, frequency, frequency.length));
        return torch.cat(new TensorVector(angle, angle), 1).to(type);
    }

    /** {@code x}, batch x heads x sequence x size, turned by {@code angle}. */
    static Tensor turn(Tensor x, Tensor angle) {
        long half = x.size(-1) / 2;
        Tensor turned = torch.cat(new TensorVector(x.narrow(-1, half, half).neg(), x.narrow(-1, 0, half)), -1);
        return x.mul(angle.cos()).add(turned.mul(angle.sin()));
    }
}

package dev.trainwright.train.engine;

import java.util.List;
import java.util.function.Supplier;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.AutoGradMode;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Tensors to and from Java, and how long they live.
 *
 * <p>What native code returns by reference (a gradient, an element of a tuple or a list, an address) lives as long as the object that it was got from, which the collector frees
 * as soon as Java forgets it. In a scope nothing is freed before its end: such results are taken in scopes only.
 */
public final class Tensors {
    private Tensors() {}

    /** Runs {@code body} and frees every tensor handle made in it. */
    @SuppressWarnings("try")
    public static void scope(Runnable body) {
        try (PointerScope scope = new PointerScope()) {
            body.run();
        }
    }

    /** Runs {@code body} and frees every tensor handle made in it but the result, which belongs to the caller's scope. */
    @SuppressWarnings("try")
    public static Tensor scope(Supplier<Tensor> body) {
        PointerScope outer = PointerScope.getInnerScope();
        try (PointerScope scope = new PointerScope()) {
            Tensor result = own(body.get());
            result.retainReference();
            if (outer != null) {
                outer.attach(result);
                result.releaseReference();
            }
            return result;
        }
    }

    /** Runs {@code body} and frees every tensor handle made in it; what the result needs has been kept. */
    @SuppressWarnings("try")
    public static <T> T scopeOf(Supplier<T> body) {
        try (PointerScope scope = new PointerScope()) {
            return body.get();
        }
    }

    /** A handle of {@code x} that holds it by itself; those of gradients, and of results in place, hang on the handle that they were got from. */
    public static Tensor own(Tensor x) {
        return new Tensor(x);
    }

    /** Keeps {@code tensor} alive beyond the scope it was made in, until it is garbage. */
    public static Tensor keep(Tensor tensor) {
        tensor.retainReference();
        return tensor;
    }

    /** Runs {@code body} with gradients recorded or not. */
    @SuppressWarnings("try")
    public static <T> T grad(boolean record, Supplier<T> body) {
        try (AutoGradMode mode = new AutoGradMode(record)) {
            return body.get();
        }
    }

    /** Runs {@code body} without recording gradients. */
    @SuppressWarnings("try")
    public static void noGrad(Runnable body) {
        try (AutoGradMode mode = new AutoGradMode(false)) {
            body.run();
        }
    }

    /** An option object for new tensors of {@code type}. */
    public static TensorOptions of(ScalarType type) {
        return new TensorOptions(type);
    }

    /** Zeros of {@code shape}. */
    public static Tensor zeros(ScalarType type, long... shape) {
        return torch.zeros(shape, of(type));
    }

    /** A tensor of {@code shape} from doubles, converted to {@code type}. */
    public static Tensor of(ScalarType type, double[] values, long... shape) {
        Tensor tensor = torch.empty(new long[] {values.length}, of(ScalarType.Double), new MemoryFormatOptional());
        tensor.data_ptr_double().put(values);
        return tensor.to(type).view(shape);
    }

    /** A tensor of 64-bit integers of {@code shape}. */
    public static Tensor of(long[] values, long... shape) {
        Tensor tensor = torch.empty(new long[] {values.length}, of(ScalarType.Long), new MemoryFormatOptional());
        tensor.data_ptr_long().put(values);
        return tensor.view(shape);
    }

    /** A number as an operand. */
    public static Scalar scalar(double value) {
        return new Scalar(value);
    }

    /** All elements as doubles, in row-major order. */
    public static double[] doubles(Tensor tensor) {
        return scopeOf(() -> {
            Tensor flat = tensor.detach().to(ScalarType.Double).contiguous();
            double[] values = new double[Math.toIntExact(flat.numel())];
            flat.data_ptr_double().get(values);
            return values;
        });
    }

    /** All elements as longs, in row-major order. */
    public static long[] longs(Tensor tensor) {
        return scopeOf(() -> {
            Tensor flat = tensor.to(ScalarType.Long).contiguous();
            long[] values = new long[Math.toIntExact(flat.numel())];
            flat.data_ptr_long().get(values);
            return values;
        });
    }

    /** The shape. */
    public static long[] shape(Tensor tensor) {
        long[] shape = new long[Math.toIntExact(tensor.dim())];
        for (int i = 0; i < shape.length; i++) {
            shape[i] = tensor.size(i);
        }
        return shape;
    }

    /** A native list. */
    public static TensorVector vector(List<Tensor> tensors) {
        return new TensorVector(tensors.toArray(Tensor[]::new));
    }

    /** Backpropagates {@code gradient} from {@code root} into the leaves below it. */
    public static void backward(Tensor root, Tensor gradient) {
        torch.backward(
                new TensorVector(root),
                new TensorVector(gradient),
                new org.bytedeco.pytorch.BoolOptional(),
                false,
                new TensorVector());
    }
}

package dev.trainwright.train.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.openblas.global.openblas;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Loads libtorch into this process, once. */
public final class Engine {
    private static boolean started;

    private Engine() {}

    /** libtorch's version, that of the archive with its Java side. Loads nothing native. */
    public static String version() {
        String archive = Tensor.class.getPackage().getImplementationVersion();
        return archive == null ? "of unknown version" : archive.replaceFirst("-.*", "");
    }

    /**
     * Unpacks and loads the native libraries; cheap when done already.
     *
     * <p>All three archives are unpacked before the first torch class is touched: where the system has a libtorch of its own, a cold cache would otherwise
     * bind to the wrong one and end the process.
     *
     * @param threads threads of one operator, at least 1
     */
    public static synchronized void start(int threads) {
        if (!started) {
            for (String library : new String[] {"javacpp", "openblas", "pytorch"}) {
                try {
                    Loader.cacheResources("/org/bytedeco/" + library + "/" + Loader.getPlatform());
                } catch (IOException e) {
                    throw new UncheckedIOException("the native library " + library + " cannot be unpacked", e);
                }
            }
            started = true;
        }
        torch.set_num_threads(threads);
        openblas.blas_set_num_threads(threads);
    }

    /** Gives the pages that malloc holds and nobody uses back to the system: what was made on the way to something that stays leaves many. */
    public static void returnMemory() {
        Pointer.trimMemory();
    }
}

package dev.trainwright.train.engine;

import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.DeviceType;

/** Matrix products in bf16 on CPU, everything else as stored (PyTorch's autocast). */
public final class Autocast {
    private Autocast() {}

    /** Runs {@code body}, with autocast when {@code on}; the bf16 copies of weights made for it are forgotten at its end, since the weights will change. */
    public static void run(boolean on, Runnable body) {
        torch.set_autocast_enabled(DeviceType.CPU, on);
        try {
            body.run();
        } finally {
            torch.set_autocast_enabled(DeviceType.CPU, false);
            torch.clear_cache();
        }
    }
}

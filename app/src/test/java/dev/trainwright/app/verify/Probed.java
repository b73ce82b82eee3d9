package dev.trainwright.app.verify;

import dev.trainwright.train.measure.Figures;
import dev.trainwright.train.measure.Timing;
import java.util.List;

/** Figures of a machine that is none. */
public final class Probed {
    private Probed() {}

    /** Of two processes: 3 x 64 MiB in 20 ms, all-reduces of 1 ms and a second for each GB. */
    public static Figures byTwo() {
        return new Figures(
                2,
                1,
                "2.10.0",
                new Figures.Products(at(20e-3), at(2e-3), at(2e-3), at(2e-3), at(60e-3)),
                new Figures.Passes(at(8e-3), at(28e-3)),
                new Figures.Passes(at(4e-3), at(20e-3)),
                new Figures.Passes(at(4e-4), at(8e-4)),
                at(20e-3),
                at(8e-6),
                List.of(
                        new Figures.Transfer(Figures.Transfer.ALL_REDUCE, 8, at(1e-3 + 8e-9)),
                        new Figures.Transfer(Figures.Transfer.ALL_REDUCE, 32 << 20, at(1e-3 + (32 << 20) * 1e-9)),
                        new Figures.Transfer("all-gather", 8, at(5e-3 + 8e-9)),
                        new Figures.Transfer("all-gather", 32 << 20, at(5e-3 + (32 << 20) * 1e-9)),
                        new Figures.Transfer("reduce-scatter", 8, at(1e-3 + 12e-9)),
                        new Figures.Transfer("reduce-scatter", 32 << 20, at(1e-3 + (32 << 20) * 1.5e-9)),
                        new Figures.Transfer("point to point and back", 8, at(1e-3 + 8e-9)),
                        new Figures.Transfer("point to point and back", 32 << 20, at(1e-3 + (32 << 20) * 1e-9))),
                new Figures.Overlap(at(40e-3), at(20e-3), at(50e-3)),
                at(3e-3),
                3e8,
                new Figures.Training(at(0.2), at(0.03), 4e8),
                0);
    }

    private static Timing at(double seconds) {
        return new Timing(seconds, 0.01);
    }
}

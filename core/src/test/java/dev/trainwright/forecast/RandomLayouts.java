package dev.trainwright.forecast;

import dev.trainwright.job.Job;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Legality;
import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Overlap;
import dev.trainwright.layout.Recompute;
import dev.trainwright.layout.Schedule;
import dev.trainwright.layout.Synchrony;
import dev.trainwright.layout.ZeroStage;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Legal layouts of a job, drawn with a seed. */
final class RandomLayouts {
    private static final int[] DEGREES = {1, 1, 2, 4, 8};

    private final SplittableRandom random;

    RandomLayouts(long seed) {
        this.random = new SplittableRandom(seed);
    }

    List<Layout> draw(Job job, int count) {
        List<Layout> layouts = new ArrayList<>();
        while (layouts.size() < count) {
            Layout layout = any(job.cluster().devices());
            if (Legality.problems(layout, job.workload(), job.cluster()).isEmpty()) {
                layouts.add(layout);
            }
        }
        return layouts;
    }

    private Layout any(int devices) {
        int tp = degree();
        int pp = degree();
        int cp = random.nextInt(3) == 0 ? 2 : 1;
        int dp = Math.max(1, devices / (tp * pp * cp));
        ZeroStage zero = one(ZeroStage.values());
        int v = pp > 1 && random.nextBoolean() ? 2 : 1;
        return new Layout(
                dp,
                tp,
                pp,
                cp,
                random.nextInt(3) == 0 ? 4 : 1,
                v,
                v > 1 ? Schedule.INTERLEAVED : one(Schedule.values()),
                List.of(),
                zero,
                zero == ZeroStage.ZERO_3 && random.nextBoolean() && dp * cp % 2 == 0 ? dp * cp / 2 : dp * cp,
                random.nextBoolean(),
                random.nextBoolean(),
                1L << random.nextInt(3),
                tp > 1 && random.nextBoolean(),
                one(Recompute.values()),
                random.nextInt(4) == 0 ? one(Offload.values()) : Offload.NONE,
                new Overlap(random.nextBoolean(), random.nextBoolean(), random.nextBoolean(), random.nextBoolean()),
                synchrony());
    }

    private Synchrony synchrony() {
        return switch (random.nextInt(8)) {
            case 0 -> new Synchrony.LocalSgd(1 + random.nextInt(500));
            case 1 -> new Synchrony.Asynchronous(1 + random.nextInt(4), -1);
            default -> Synchrony.SYNCHRONOUS;
        };
    }

    private int degree() {
        return DEGREES[random.nextInt(DEGREES.length)];
    }

    private <T> T one(T[] values) {
        return values[random.nextInt(values.length)];
    }
}

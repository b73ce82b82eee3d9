package dev.trainwright.forecast;

import dev.trainwright.calibration.Calibrations;
import dev.trainwright.job.Job;
import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Legality;
import dev.trainwright.workload.Batch;
import dev.trainwright.workload.MeasuredModel;
import dev.trainwright.workload.Workload;
import java.util.List;
import java.util.stream.LongStream;

/** The layout of a job that gives none: data parallelism alone, over all devices, with the largest micro-batch that fits. */
public final class PlainLayout {
    private PlainLayout() {}

    /**
     * The layout; with a micro-batch of one where nothing fits.
     *
     * @throws IllegalArgumentException where the global batch cannot be dealt out evenly to all devices; the message shows the arithmetic
     */
    public static Layout of(Job job, Calibrations calibrations) {
        int dp = job.cluster().devices();
        Layout smallest = Layout.dataParallel(dp, 1);
        List<String> problems = Legality.problems(smallest, job.workload(), job.cluster());
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "plain data parallelism over all devices is not possible: " + String.join("; ", problems));
        }
        long[] microBatches = divisors(perReplica(job.workload(), dp));
        if (job.workload().model() instanceof MeasuredModel) {
            return Layout.dataParallel(dp, microBatches[microBatches.length - 1]);
        }
        Evaluator evaluator = Evaluator.of(job, Forecaster.calibration(job, smallest, calibrations));
        double room = evaluator.machine().memoryBytes();
        int fits = 0;
        int tooLarge = microBatches.length;
        while (fits + 1 < tooLarge) {
            int middle = (fits + tooLarge) / 2;
            Layout layout = Layout.dataParallel(dp, microBatches[middle]);
            if (evaluator.evaluate(layout, false).residentBytes() <= room) {
                fits = middle;
            } else {
                tooLarge = middle;
            }
        }
        return Layout.dataParallel(dp, microBatches[fits]);
    }

    private static long perReplica(Workload workload, int dp) {
        Batch batch = workload.batch();
        return batch.scaling() == Batch.Scaling.WEAK ? batch.size() : batch.size() / dp;
    }

    private static long[] divisors(long number) {
        return LongStream.rangeClosed(1, (long) Math.sqrt((double) number))
                .filter(d -> number % d == 0)
                .flatMap(d -> LongStream.of(d, number / d))
                .distinct()
                .sorted()
                .toArray();
    }
}

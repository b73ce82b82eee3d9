package dev.trainwright.forecast;

import static dev.trainwright.forecast.Steps.count;
import static dev.trainwright.forecast.Steps.operand;
import static dev.trainwright.forecast.Steps.ratio;
import static dev.trainwright.forecast.Steps.seconds;
import static dev.trainwright.quantity.Dimension.COUNT;
import static dev.trainwright.quantity.Dimension.FACTOR;
import static dev.trainwright.quantity.Dimension.FLOP_PER_SECOND;
import static dev.trainwright.quantity.Dimension.RATIO;
import static dev.trainwright.quantity.Dimension.SAMPLES_PER_SECOND;
import static dev.trainwright.quantity.Dimension.SECONDS;
import static dev.trainwright.quantity.Dimension.TOKENS_PER_SECOND;
import static java.util.Objects.requireNonNull;

import dev.trainwright.cluster.Economics;
import dev.trainwright.forecast.Explanation.Found;
import dev.trainwright.spine.Failures;
import dev.trainwright.workload.Amount;
import dev.trainwright.workload.Workload;
import java.util.List;

/** Steps of what follows from an iteration's time: rates, speedup, hours and money. */
final class ResultSteps {
    private final Found found;
    private final Forecast again;
    private final Workload workload;
    private final double time;
    private final double devices;
    private final Steps steps = new Steps();

    private ResultSteps(Found found) {
        this.found = found;
        this.again =
                Forecaster.forecast(found.forecast().job(), found.forecast().layout(), found.evaluator());
        this.workload = found.forecast().job().workload();
        this.time = found.evaluation().seconds();
        this.devices = found.forecast().layout().devices();
    }

    static List<Step> from(Found found) {
        var results = new ResultSteps(found);
        results.rates();
        results.scaling();
        if (results.again.effort() != null) {
            results.effort(requireNonNull(results.again.effort()));
        }
        return results.steps.all();
    }

    private void rates() {
        Forecast.Throughput rates = again.throughput();
        Step.Operand batch = count("B", (double) rates.globalBatch(), "samples of an iteration");
        Step.Operand iteration = seconds("T", time, "one iteration");
        steps.add(
                "throughput.samplesPerSecond",
                "Throughput",
                "B / T",
                rates.samplesPerSecond(),
                SAMPLES_PER_SECOND,
                "definition",
                "every iteration works through one global batch",
                batch,
                iteration);
        Double tokens = rates.tokensPerSecond();
        if (tokens != null) {
            steps.add(
                    "throughput.tokensPerSecond",
                    "Throughput in tokens",
                    "B / T x s",
                    tokens,
                    TOKENS_PER_SECOND,
                    "definition",
                    "every sample has s tokens",
                    batch,
                    iteration,
                    count("s", (double) workload.sequence(), "tokens of a sample"));
        }
        Double flops = rates.modelFlopsPerDevice();
        Double mfu = rates.mfu();
        Double hfu = rates.hfu();
        if (flops != null && mfu != null && hfu != null) {
            double perSample = requireNonNull(Forecaster.trainingFlopsPerSample(workload));
            steps.add(
                    "throughput.modelFlopsPerDevice",
                    "Model FLOP/s of a device",
                    "f x B / T / k",
                    flops,
                    FLOP_PER_SECOND,
                    "Chowdhery et al., arXiv 2204.02311, appendix B",
                    "what the model asks for, each product once, attention counted in full",
                    count("f", perSample, "FLOPs to train one sample"),
                    batch,
                    iteration,
                    count("k", devices, "devices"));
            double peak = found.evaluator()
                    .machine()
                    .slowest()
                    .peak(workload.precision().matmul());
            Step.Operand rate = operand("f", flops, FLOP_PER_SECOND, "model FLOP/s of a device");
            Step.Operand most = operand("p", peak, FLOP_PER_SECOND, "dense peak of the precision");
            steps.add(
                    "throughput.mfu",
                    "MFU",
                    "f / p",
                    mfu,
                    RATIO,
                    "same",
                    "of the peak, the share that serves the model",
                    rate,
                    most);
            steps.add(
                    "throughput.hfu",
                    "HFU",
                    "f x (1 + r) / p",
                    hfu,
                    RATIO,
                    "Korthikanti et al., arXiv 2205.05198",
                    "the device computes more than the model asks for when it recomputes",
                    rate,
                    most,
                    ratio(
                            "r",
                            Forecaster.repeatedShare(
                                    found.evaluator(), found.forecast().layout()),
                            "repeated work"));
        }
    }

    private void scaling() {
        Forecast.Scaling scaling = again.scaling();
        Step.Operand one = seconds("T1", scaling.baselineSeconds(), "one device");
        Step.Operand iteration = seconds("T", time, "this layout");
        Step.Operand all = count("k", devices, "devices");
        steps.add(
                "scaling.baselineSeconds",
                "One device's iteration",
                "the same batch, every micro-batch's forward and backward and one update, nothing sent, nothing computed twice:",
                scaling.baselineSeconds(),
                SECONDS,
                "T_c of the spine",
                scaling.baselineFits()
                        ? "one device could hold it"
                        : "no device could hold it: an ideal to compare with");
        steps.add(
                "speedup",
                "Speedup",
                devices == 1 ? "1" : "T1 / T",
                scaling.speedup(),
                FACTOR,
                "S(k) = T_c / (T_c/k + T_s)",
                devices == 1 ? "one device does not synchronise" : "old time over new time",
                one,
                iteration);
        steps.add(
                "efficiency",
                "Efficiency",
                "S / k",
                scaling.efficiency(),
                RATIO,
                "E = S/k",
                "of the ideal, the share that is kept",
                operand("S", scaling.speedup(), FACTOR, "speedup"),
                all);
        Double ceiling = scaling.ceiling();
        if (ceiling != null) {
            steps.add(
                    "scaling.ceiling",
                    "Ceiling of the speedup",
                    "T1 / (T - T1 / k)",
                    ceiling,
                    FACTOR,
                    "T_c / T_s",
                    "more devices divide the work, but not what is left of the iteration",
                    one,
                    iteration,
                    all);
        }
    }

    private void effort(Forecast.Effort effort) {
        Amount amount = requireNonNull(workload.amount());
        steps.add(
                "effort.steps",
                "Iterations",
                amount.count() + " " + amount.unit().name().toLowerCase(java.util.Locale.ROOT)
                        + " over what an iteration works through, a last one that is not full counted whole:",
                effort.steps(),
                COUNT,
                "definition",
                "the job says how much to train");
        steps.add(
                "effort.hours",
                "Hours without failures",
                "n x T / 3600",
                effort.hours(),
                FACTOR,
                "definition",
                "every iteration takes the same",
                count("n", effort.steps(), "iterations"),
                operand("T", time, FACTOR, "seconds of an iteration"));
        Double interval = effort.checkpointIntervalSeconds();
        Double failing = effort.hoursWithFailures();
        Economics economics = found.forecast().job().cluster().economics();
        if (interval != null && failing != null) {
            double mtbf = Failures.clusterMtbfSeconds(
                    requireNonNull(economics.deviceMtbfSeconds()),
                    found.forecast().job().cluster().devices());
            double write = requireNonNull(economics.checkpointSeconds());
            Double restart = economics.restartSeconds();
            steps.add(
                    "effort.checkpointIntervalSeconds",
                    "Best interval between checkpoints",
                    "sqrt(2 x C x M)",
                    interval,
                    SECONDS,
                    "Young 1974",
                    "rarer checkpoints cost less time, but a failure then loses more",
                    operand("C", write, FACTOR, "seconds to write a checkpoint"),
                    operand("M", mtbf, FACTOR, "seconds between failures of the whole cluster"));
            steps.add(
                    "effort.hoursWithFailures",
                    "Hours with failures",
                    "h / g",
                    failing,
                    FACTOR,
                    "Daly 2006, complete model",
                    "checkpoints, lost work and restarts leave a share g of useful time",
                    operand("h", effort.hours(), FACTOR, "hours without failures"),
                    operand(
                            "g",
                            Failures.goodput(interval, write, restart == null ? 0 : restart, mtbf),
                            FACTOR,
                            "goodput"));
        }
        money(effort, failing == null ? effort.hours() : failing);
    }

    private void money(Forecast.Effort effort, double hours) {
        steps.add(
                "effort.deviceHours",
                "Device-hours",
                "k x h",
                effort.deviceHours(),
                COUNT,
                "definition",
                "every device is paid for, busy or waiting",
                count("k", found.forecast().job().cluster().devices(), "devices"),
                operand("h", hours, FACTOR, "hours"));
        Double cost = effort.cost();
        Double price = found.forecast().job().cluster().economics().pricePerDeviceHour();
        if (cost != null && price != null) {
            steps.add(
                    "effort.cost",
                    "Cost",
                    "p x d",
                    cost,
                    FACTOR,
                    "definition",
                    "in " + effort.currency(),
                    operand("p", price, FACTOR, "price of a device-hour"),
                    operand("d", effort.deviceHours(), FACTOR, "device-hours"));
        }
    }
}

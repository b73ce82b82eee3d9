package dev.trainwright.app.forecast;

import static dev.trainwright.quantity.Dimension.BYTES;
import static dev.trainwright.quantity.Dimension.RATIO;
import static dev.trainwright.quantity.Dimension.SECONDS;

import dev.trainwright.cost.MemoryPart;
import dev.trainwright.forecast.Forecast;
import dev.trainwright.quantity.Prints;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The forecast in one paragraph. */
final class Answer {
    private Answer() {}

    static String of(Forecast f) {
        List<String> sentences = new ArrayList<>();
        sentences.add(memory(f.memory()));
        sentences.add(time(f));
        sentences.add(speedup(f));
        Forecast.Effort effort = f.effort();
        if (effort != null) {
            sentences.add(effort(effort, f));
        }
        return String.join(" ", sentences);
    }

    static String memory(Forecast.Memory m) {
        Map.Entry<MemoryPart, Double> largest =
                m.parts().entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
        String share = Prints.print(RATIO, largest.getValue() / m.residentBytes());
        String most = "the largest part: " + largest.getKey().label() + ", " + share;
        Double has = MemorySection.deviceBytes(m);
        if (has == null) {
            return "Whether it fits is not known, as the job does not name the device"
                    + (m.peakBytes() == 0 ? "." : ": it would hold " + bytes(m.residentBytes()) + ".");
        }
        return m.fits()
                ? "Fits: " + bytes(m.residentBytes()) + " of " + bytes(has) + " on the fullest device (" + most + ")."
                : "Does not fit by " + bytes(m.residentBytes() - has) + ": the fullest device would hold "
                        + bytes(m.residentBytes()) + " and has " + bytes(has) + " (" + most + ").";
    }

    private static String time(Forecast f) {
        Forecast.Throughput t = f.throughput();
        Double tokens = t.tokensPerSecond();
        String rate = tokens == null
                ? Prints.number(t.samplesPerSecond()) + " samples/s"
                : Prints.number(tokens) + " tokens/s ("
                        + Prints.number(tokens / f.layout().devices()) + " a device)";
        String would = f.memory().fits() ? "takes " : "would take ";
        return "One iteration " + would + seconds(f.iterationSeconds()) + range(f.iteration()) + ", which is " + rate
                + ".";
    }

    private static String range(Forecast.@Nullable Interval interval) {
        return interval == null ? "" : " (" + seconds(interval.low()) + " to " + seconds(interval.high()) + ", 90 %)";
    }

    private static String speedup(Forecast f) {
        Forecast.Scaling s = f.scaling();
        int devices = f.layout().devices();
        if (devices == 1) {
            return "One device: speedup 1.";
        }
        return "Speedup on " + devices + " devices is " + Prints.number(s.speedup()) + " over "
                + (s.baselineFits() ? "one device" : "an ideal device that could hold it all") + ", efficiency "
                + Prints.print(RATIO, s.efficiency()) + ".";
    }

    private static String effort(Forecast.Effort e, Forecast f) {
        Double failing = e.hoursWithFailures();
        double hours = failing == null ? e.hours() : failing;
        Forecast.Interval interval = f.iteration();
        StringBuilder words = new StringBuilder(
                "The whole training of " + Prints.number(e.steps()) + " steps takes " + duration(hours));
        if (interval != null) {
            words.append(" (" + duration(hours * interval.low() / f.iterationSeconds()) + " to "
                    + duration(hours * interval.high() / f.iterationSeconds()) + ")");
        }
        words.append(failing == null ? "" : ", failures included")
                .append(", ")
                .append(Prints.number(e.deviceHours()))
                .append(" device-hours");
        Double cost = e.cost();
        String currency = e.currency();
        if (cost != null && currency != null) {
            words.append(", ").append(Prints.money(cost, currency));
            if (interval != null) {
                words.append(" (" + Prints.money(cost * interval.low() / f.iterationSeconds(), currency) + " to "
                        + Prints.money(cost * interval.high() / f.iterationSeconds(), currency) + ")");
            }
        }
        return words.append(".").toString();
    }

    private static String bytes(double bytes) {
        return Prints.print(BYTES, bytes);
    }

    private static String seconds(double seconds) {
        return Prints.print(SECONDS, seconds);
    }

    private static String duration(double hours) {
        return Prints.print(SECONDS, 3600 * hours);
    }
}

package dev.trainwright.app.forecast;

import static dev.trainwright.quantity.Dimension.BYTES;

import dev.trainwright.app.report.Breakdown;
import dev.trainwright.app.report.Facts;
import dev.trainwright.app.report.Metric;
import dev.trainwright.app.report.Part;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Section;
import dev.trainwright.app.report.TextAndJson;
import dev.trainwright.cost.MemoryPart;
import dev.trainwright.forecast.Forecast;
import dev.trainwright.forecast.Forecast.Memory;
import dev.trainwright.quantity.Prints;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Memory of the fullest device by part. */
final class MemorySection {
    private static final List<Metric<Memory>> WRITTEN = List.of(
            Metric.flag("fits", "", Memory::fits),
            Estimates.of("deviceBytes", "", BYTES, MemorySection::deviceBytes),
            Estimates.of("residentBytes", "", BYTES, Memory::residentBytes),
            Estimates.of("peakBytes", "", BYTES, Memory::peakBytes),
            Estimates.range("interval", "", BYTES, Memory::interval),
            new Metric<>("stage", "", Memory::stage, Object::toString));

    private MemorySection() {}

    static Part of(Forecast forecast) {
        Memory memory = forecast.memory();
        List<Breakdown.Item> parts = Arrays.stream(MemoryPart.values())
                .map(part -> new Breakdown.Item(
                        part.key(), part.label(), memory.parts().getOrDefault(part, 0.0)))
                .toList();
        return new Section(
                "memory",
                heading(forecast),
                Report.of(
                        TextAndJson.jsonOnly(new Facts<>("", "", memory, WRITTEN)),
                        new Breakdown("parts", "", Breakdown.units(BYTES, "B", "KiB", "MiB", "GiB"), parts),
                        page -> page.paragraph("  ", told(memory))));
    }

    private static String heading(Forecast forecast) {
        int stages = forecast.layout().pp();
        String stage =
                stages > 1 ? ", of pipeline stage " + forecast.memory().stage() + " (0 to " + (stages - 1) + ")" : "";
        Double has = deviceBytes(forecast.memory());
        return "Memory of the fullest device" + stage + (has == null ? "" : ", which has " + Prints.print(BYTES, has));
    }

    /** Null where the job says nothing of the device. */
    static @Nullable Double deviceBytes(Memory memory) {
        return Double.isInfinite(memory.deviceBytes()) ? null : memory.deviceBytes();
    }

    private static String told(Memory memory) {
        return memory.peakBytes() > 0
                ? allocated(memory)
                : "Of the model nothing is known that takes memory: these are the libraries alone.";
    }

    private static String allocated(Memory memory) {
        Forecast.Interval interval = memory.interval();
        return "The framework's allocator shows " + Prints.print(BYTES, memory.peakBytes()) + " at the peak"
                + (interval == null ? "" : " (" + Estimates.range(BYTES, interval) + ", 90 %)")
                + "; context and slack come on top.";
    }
}

package dev.trainwright.evidence.job;

import dev.trainwright.evidence.row.Cells;
import dev.trainwright.evidence.row.Column;
import dev.trainwright.evidence.row.Inputs;
import dev.trainwright.workload.Batch;
import dev.trainwright.workload.FineTuning;
import dev.trainwright.workload.MeasuredModel;
import dev.trainwright.workload.Model;
import dev.trainwright.workload.NumberFormat;
import dev.trainwright.workload.Optimizer;
import dev.trainwright.workload.Precision;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.Workload;
import dev.trainwright.workload.source.Presets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What the row trained. */
final class Workloads {
    /** Rank and targets of NeMo's LoRA recipes tuned for speed: the fused query, key and value projection. */
    private static final int LORA_RANK = 16;

    /** By how much a size that a table rounds may differ from the model's own. */
    private static final double ROUNDED = 0.15;

    private static final List<String> LORA_TARGETS = List.of("q", "k", "v");

    private Workloads() {}

    /**
     * The row's workload.
     *
     * @param oneDevice samples per second of the measured one-device run beside the row, or null where there is none
     */
    static Workload of(Inputs inputs, @Nullable Double oneDevice) {
        Precision precision = Precisions.of(inputs);
        long batch = Layouts.globalBatch(inputs);
        Model model = oneDevice == null ? shape(inputs) : measured(inputs, precision, batch, oneDevice);
        return new Workload(
                model,
                new Batch(batch, Batch.Scaling.STRONG),
                model instanceof Transformer ? sequence(inputs) : 1,
                precision,
                Optimizer.valueOf(inputs.text(Column.OPTIMIZER, "adamw").toUpperCase(Locale.ROOT)),
                fineTuning(inputs, precision),
                inputs.text(Column.ATTENTION_KERNEL, "").startsWith("flash"),
                Boolean.TRUE.equals(inputs.read(Column.DROPOUT, Cells::yes)),
                !Boolean.FALSE.equals(inputs.read(Column.COMPILE, Cells::yes)),
                1,
                0,
                null);
    }

    private static Model measured(Inputs inputs, Precision precision, long batch, double samplesPerSecond) {
        Double counted = inputs.count(Column.SYNC_PARAMS);
        double parameters = counted != null ? counted : shape(inputs).parameters();
        NumberFormat format = precision.gradientReduce();
        return new MeasuredModel(
                inputs.text(Column.MODEL, inputs.id()),
                batch / samplesPerSecond,
                Math.round(parameters),
                parameters * format.bytes(),
                null);
    }

    private static Model shape(Inputs inputs) {
        return known(inputs)
                .or(() -> Shapes.transformer(Proportions.fill(inputs)))
                .orElseThrow(() -> new Refusal("the model's shape is not known"));
    }

    /** The model that the row's preset, widths or name tell; nothing where only its size is known, or not even that. */
    static Optional<Model> known(Inputs inputs) {
        return preset(inputs, inputs.text(Column.PRESET, ""))
                .or(() -> Shapes.transformer(inputs))
                .or(() -> byName(inputs));
    }

    /** The preset that the model's name begins with, unless the row tells another size; what stands behind it tells of the run. */
    private static Optional<Model> byName(Inputs inputs) {
        List<String> words = List.of(inputs.text(Column.MODEL, "").split("[\\s(,]+"));
        Double told = inputs.count(Column.PARAMS);
        return IntStream.range(0, words.size())
                .mapToObj(left -> String.join(" ", words.subList(0, words.size() - left)))
                .flatMap(name -> preset(inputs, name).stream())
                .filter(model -> told == null || Math.abs(model.parameters() / told - 1) < ROUNDED)
                .findFirst();
    }

    private static Optional<Model> preset(Inputs inputs, String name) {
        Long layers = inputs.whole(Column.LAYERS);
        return named(name)
                .map(model -> model instanceof Transformer transformer && layers != null
                        ? Truncation.first(
                                transformer, Math.toIntExact(layers), inputs.whole(Column.DENSE_LAYERS, layers))
                        : model);
    }

    private static Optional<Model> named(String name) {
        return Presets.find(name).map(preset -> preset.shape().get()).or(() -> Hybrids.find(name));
    }

    private static long sequence(Inputs inputs) {
        Long sequence = inputs.whole(Column.SEQ_LEN);
        if (sequence == null) {
            throw new Refusal("no sequence length");
        }
        return sequence;
    }

    private static FineTuning fineTuning(Inputs inputs, Precision precision) {
        return inputs.text(Column.TASK, "").equals("lora")
                ? new FineTuning.LowRank(LORA_RANK, LORA_TARGETS, precision.parameters())
                : new FineTuning.Full();
    }

    /** What the source's throughput counts for one sample. */
    static double unitsPerSample(Inputs inputs) {
        String told = inputs.text(Column.UNITS_PER_SAMPLE);
        if (told != null) {
            return Cells.count(Column.UNITS_PER_SAMPLE, told);
        }
        boolean tokens = inputs.text(Column.THROUGHPUT_UNIT, "").startsWith("tok");
        return tokens ? sequence(inputs) : 1;
    }
}

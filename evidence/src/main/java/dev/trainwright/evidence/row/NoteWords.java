package dev.trainwright.evidence.row;

import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** The facts that remarks in plain words carry. A remark that says nothing known carries none. */
final class NoteWords {
    private record Phrase(Pattern pattern, Column column, String value) {
        static Phrase of(String regex, Column column, String value) {
            return new Phrase(Pattern.compile(regex, Pattern.CASE_INSENSITIVE), column, value);
        }
    }

    private static final List<Phrase> PHRASES = List.of(
            Phrase.of("\\bSFT\\b", Column.TASK, "sft"),
            Phrase.of("\\bLoRA\\b", Column.TASK, "lora"),
            Phrase.of("variant value in parentheses", Column.VARIANT, "alternative"),
            Phrase.of("mixed-precision mode PURE", Column.RECIPE, "pure"),
            Phrase.of("bnb-optimizer", Column.OPTIMIZER, "adam_8bit"),
            Phrase.of("async\\s?TP", Column.TP_OVERLAP, "yes"),
            Phrase.of("\\beager\\b|no optimi[sz]ation|torch\\.compile=no", Column.COMPILE, "no"),
            Phrase.of("torch\\.compile(?!=no|=\\?)|\\+compile\\b|compile\\+", Column.COMPILE, "yes"),
            Phrase.of("XLA=ON|\\+ XLA|w/XLA", Column.VARIANT, "xla"),
            Phrase.of("\\+ASP", Column.VARIANT, "asp"),
            Phrase.of("CUDA_LAUNCH_BLOCKING=1", Column.VARIANT, "launch-blocking"),
            Phrase.of("CPU allreduce", Column.VARIANT, "host-reduction"),
            Phrase.of("\\bTCP NCCL", Column.VARIANT, "tcp"),
            Phrase.of("\\bRDMA NCCL", Column.VARIANT, "rdma"),
            Phrase.of("value looks too high", Column.UNUSABLE, "the source's unit is in doubt"),
            Phrase.of("as % of .*baseline", Column.UNUSABLE, "only a ratio to another run is given"));

    private static final Pattern TABLE_COLUMN = Pattern.compile("^(?<table>[^;]*); column '(?<column>[^']*)'");
    private static final Pattern FRAMEWORK_TABLE = Pattern.compile("^(?<framework>[^;]*); section (?<table>[^;']*);");
    private static final Pattern TABLE_NUMBER = Pattern.compile("^table (?<table>[0-9]+);");
    private static final Pattern REPLICA_BATCH = Pattern.compile("batch size per DP ([0-9]+)");
    private static final Pattern HARDWARE = Pattern.compile(
            "(?:reported|achieved) (?:TFLOP/s/GPU )?([0-9.]+)(?: TFLOP/s/GPU)?(?: =)? ?\\(?hardware FLOPs incl\\. recompute");

    private NoteWords() {}

    static Map<Column, String> settings(String notes) {
        Map<Column, String> settings = new EnumMap<>(Column.class);
        for (Phrase phrase : PHRASES) {
            if (phrase.pattern.matcher(notes).find()) {
                settings.putIfAbsent(phrase.column, phrase.value);
            }
        }
        Matcher matcher = TABLE_COLUMN.matcher(notes);
        if (matcher.find()) {
            settings.put(Column.TABLE, shortName(matcher.group("table")));
            precisionOf(matcher.group("column"), settings);
        }
        matcher = FRAMEWORK_TABLE.matcher(notes);
        if (matcher.find()) {
            settings.put(Column.FRAMEWORK, framework(matcher.group("framework")));
            settings.put(Column.TABLE, shortName(matcher.group("table")));
        }
        matcher = TABLE_NUMBER.matcher(notes);
        if (matcher.find()) {
            settings.put(Column.TABLE, matcher.group("table"));
        }
        matcher = REPLICA_BATCH.matcher(notes);
        if (matcher.find()) {
            settings.put(Column.REPLICA_BATCH, matcher.group(1));
        }
        return settings;
    }

    static @Nullable Double hardwareTflops(String notes) {
        Matcher matcher = HARDWARE.matcher(notes);
        return matcher.find() ? Double.valueOf(matcher.group(1)) : null;
    }

    /** The column of the source's table names the precision more surely than the row does. */
    private static void precisionOf(String column, Map<Column, String> settings) {
        String name = column.toLowerCase(Locale.ROOT);
        if (name.contains("tf32")) {
            settings.put(Column.PRECISION, "tf32");
        } else if (name.contains("fp32")) {
            settings.put(Column.PRECISION, "fp32");
        }
    }

    /** Without the batch size and footnote numbers that some tables write into the name. */
    private static String framework(String text) {
        return text.replaceAll("bsz=[0-9]+", "")
                .replaceAll("(^|\\s)[0-9](?=\\s|$)", " ")
                .strip()
                .replaceAll("\\s+", " ");
    }

    /** A name of four or more hexadecimal digits that stands for a table's heading. */
    private static String shortName(String heading) {
        CRC32 crc = new CRC32();
        crc.update(heading.strip().getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(crc.getValue());
    }
}

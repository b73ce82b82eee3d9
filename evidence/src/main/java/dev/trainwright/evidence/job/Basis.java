package dev.trainwright.evidence.job;

import dev.trainwright.evidence.row.Cells;
import dev.trainwright.evidence.row.Column;
import dev.trainwright.evidence.row.Inputs;
import dev.trainwright.evidence.row.Row;
import dev.trainwright.evidence.row.Sharding;
import dev.trainwright.evidence.row.Unreadable;
import dev.trainwright.layout.ZeroStage;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The measured one-device rows of a file: what a scaling table gives its reader before the question begins. They are inputs to the forecasts of the rows beside
 * them and are not scored with those.
 */
public final class Basis {
    /** What rows of one page that scale the same run have in common. */
    private record Page(
            String source,
            String url,
            String model,
            String accelerator,
            String precision,
            String framework,
            String sequence) {
        static Page of(Inputs inputs) {
            return new Page(
                    inputs.text(Column.SOURCE, ""),
                    inputs.text(Column.URL_OR_PATH, "").replaceFirst("#.*", ""),
                    inputs.text(Column.MODEL, ""),
                    inputs.text(Column.ACCELERATOR, ""),
                    inputs.text(Column.PRECISION, ""),
                    inputs.text(Column.FRAMEWORK, ""),
                    inputs.text(Column.SEQ_LEN, ""));
        }
    }

    private final Map<Long, Row> byLine;

    private Basis(Map<Long, Row> byLine) {
        this.byLine = byLine;
    }

    /** Finds the one-device row of each data-parallel row of {@code rows}. */
    public static Basis of(List<Row> rows) {
        Map<Page, List<Row>> pages =
                rows.stream().filter(Basis::scales).collect(Collectors.groupingBy(row -> Page.of(row.inputs())));
        Map<Long, Row> found = new HashMap<>();
        for (List<Row> page : pages.values()) {
            for (Row row : page) {
                if (devices(row) > 1) {
                    oneDevice(page, row).ifPresent(base -> found.put(row.line(), base));
                }
            }
        }
        return new Basis(found);
    }

    /** The measured one-device row that stands beside {@code row}, if there is one. */
    public Optional<Row> of(Row row) {
        return Optional.ofNullable(byLine.get(row.line()));
    }

    /** Whether {@code row} is the measured one-device row of others. */
    public boolean isInput(Row row) {
        return byLine.values().stream().anyMatch(base -> base.line() == row.line());
    }

    /** Among the one-device rows of the page, the one of the same table, of the same variant, and of equal batch per device, else of equal global batch or micro-batch. */
    private static Optional<Row> oneDevice(List<Row> page, Row row) {
        return page.stream()
                .filter(other -> devices(other) == 1 && sameVariant(other.inputs(), row.inputs()))
                .min(Comparator.comparingInt(other -> distance(other.inputs(), row.inputs())));
    }

    private static boolean sameVariant(Inputs one, Inputs many) {
        return !one.has(Column.VARIANT) || one.text(Column.VARIANT, "").equals(many.text(Column.VARIANT, ""));
    }

    private static int distance(Inputs one, Inputs many) {
        boolean sameTable = one.text(Column.TABLE, "").equals(many.text(Column.TABLE, ""));
        boolean equalVariant = one.text(Column.VARIANT, "").equals(many.text(Column.VARIANT, ""));
        return (sameTable ? 0 : 20) + (equalVariant ? 0 : 10) + batchDistance(one, many);
    }

    private static int batchDistance(Inputs one, Inputs many) {
        if (deviceBatch(one) == deviceBatch(many)) {
            return 0;
        }
        if (deviceBatch(one) == deviceBatch(many) * many.whole(Column.N_DEVICES, 1)) {
            return 1;
        }
        return one.whole(Column.MICRO_BATCH, 0) == many.whole(Column.MICRO_BATCH, 0) ? 2 : 3;
    }

    private static long deviceBatch(Inputs inputs) {
        return inputs.whole(Column.MICRO_BATCH, 0) * inputs.whole(Column.GRAD_ACCUM, 1);
    }

    private static boolean scales(Row row) {
        Inputs inputs = row.inputs();
        try {
            Sharding sharding = inputs.read(Column.ZERO_STAGE, Sharding::parse);
            return inputs.has(Column.N_DEVICES)
                    && inputs.whole(Column.TP, 1) == 1
                    && inputs.whole(Column.PP, 1) == 1
                    && row.measured().throughput() != null
                    && (sharding == null || sharding.stage() == ZeroStage.NONE);
        } catch (Unreadable unreadable) {
            return false;
        }
    }

    private static long devices(Row row) {
        return Cells.whole(Column.N_DEVICES, row.inputs().text(Column.N_DEVICES, "0"));
    }
}

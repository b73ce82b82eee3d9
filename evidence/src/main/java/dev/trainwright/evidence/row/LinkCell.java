package dev.trainwright.evidence.row;

import dev.trainwright.cluster.Link;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A network between machines as sources describe it.
 *
 * @param kind technology, or null where none is named
 * @param portBytesPerSecond line rate of one port, one direction, or null where only a machine's total is told
 * @param ports of a machine, or null where not told
 * @param nodeBytesPerSecond line rate of a machine's ports together, or null
 * @param perDevice whether every device has a port of its own
 */
public record LinkCell(
        Link.@Nullable Kind kind,
        @Nullable Double portBytesPerSecond,
        @Nullable Integer ports,
        @Nullable Double nodeBytesPerSecond,
        boolean perDevice) {
    private static final Pattern TIMES =
            Pattern.compile("([0-9]+)\\s*x\\s*(?:[a-z][a-z0-9-]*\\s+)?([0-9.]+)\\s*([gt])b/s");
    private static final Pattern RATE = Pattern.compile("([0-9.]+)\\s*([gt])b(?:it)?/s\\s*(per (?:gpu|device|node))?");
    private static final Pattern PORTS = Pattern.compile("([0-9]+) (?:nics?|links?|ports?)\\b");
    private static final double BITS = 8;

    /** Reads such cells as {@code InfiniBand 200 Gb/s per GPU (1.6 Tb/s per node)}, {@code RoCE 1600 Gb/s per node}, {@code AWS EFA (4x100 Gb/s)}. */
    public static LinkCell parse(String cell) {
        String text = cell.toLowerCase(Locale.ROOT);
        Matcher ports = PORTS.matcher(text);
        Integer counted = ports.find() ? Integer.valueOf(ports.group(1)) : null;
        Matcher times = TIMES.matcher(text);
        if (times.find()) {
            return new LinkCell(
                    kind(text), rate(times.group(2), times.group(3)), Integer.valueOf(times.group(1)), null, false);
        }
        Matcher rate = RATE.matcher(text);
        if (!rate.find()) {
            return new LinkCell(kind(text), null, counted, null, false);
        }
        double bytes = rate(rate.group(1), rate.group(2));
        String per = rate.group(3) != null ? rate.group(3) : counted == null ? stated(text) : "";
        return switch (per) {
            case "per gpu", "per device" -> new LinkCell(kind(text), bytes, counted, null, true);
            case "per node" -> new LinkCell(kind(text), null, counted, bytes, false);
            default -> new LinkCell(kind(text), bytes, counted, null, false);
        };
    }

    private static String stated(String text) {
        return text.contains("per gpu") ? "per gpu" : text.contains("per node") ? "per node" : "";
    }

    private static double rate(String number, String unit) {
        return Double.parseDouble(number) * (unit.equals("t") ? 1e12 : 1e9) / BITS;
    }

    private static Link.@Nullable Kind kind(String text) {
        if (text.contains("tcp") || text.contains("dcn")) {
            return Link.Kind.ETHERNET_TCP;
        }
        if (text.contains("efa")) {
            return Link.Kind.EFA;
        }
        if (text.contains("roce") || text.contains("rdma")) {
            return Link.Kind.ETHERNET_ROCE;
        }
        if (text.contains("infiniband")) {
            return Link.Kind.INFINIBAND;
        }
        if (text.contains("omni-path")) {
            return Link.Kind.OMNI_PATH;
        }
        return text.contains("ethernet") ? Link.Kind.ETHERNET_TCP : null;
    }
}

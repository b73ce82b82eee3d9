package dev.trainwright.evidence.row;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The output of one nccl-tests program, of any version: with or without a root column, old error or new {@code #wrong} columns, launcher prefixes before
 * lines, the library's own messages inside rows, header lines that lost their {@code #}, and columns pasted in front.
 *
 * @param collective as {@link CollectiveRow} names it
 * @param device the accelerators' name, empty when the header is missing
 * @param ranks members; 0 when the header is missing
 * @param nodes machines; 0 when the header is missing
 * @param samples in the order of the log
 */
public record NcclTestsLog(String collective, String device, int ranks, int nodes, List<Sample> samples) {

    /**
     * One line of results, out of place.
     *
     * @param bytes size
     * @param seconds time
     * @param algorithmBandwidth bytes per second
     * @param busBandwidth bytes per second
     */
    public record Sample(double bytes, double seconds, double algorithmBandwidth, double busBandwidth) {}

    private static final Pattern PREFIX = Pattern.compile("^(?:\\[[0-9]+(?:,[0-9]+)?](?:<std(?:out|err)>)?:?\\s?)+");
    private static final Pattern LIBRARY = Pattern.compile("\\S+:[0-9]+:[0-9]+ \\[[0-9]+] NCCL (?:INFO|WARN).*$");
    private static final Pattern RANK = Pattern.compile(
            "Rank\\s+(?<rank>[0-9]+)\\s+(?:Group\\s+[0-9]+\\s+)?Pid\\s+[0-9]+ on\\s+(?<host>\\S+) device\\s+[0-9]+ \\[[^]]*]\\s*(?<device>.*)");
    private static final Pattern PROGRAM = Pattern.compile("\\b(?<name>[a-z_]+)_perf\\b");
    private static final Pattern START = Pattern.compile("Using devices");
    private static final Set<String> TYPES = Set.of(
            "int8",
            "uint8",
            "int32",
            "uint32",
            "int64",
            "uint64",
            "half",
            "float",
            "double",
            "bfloat16",
            "fp8e4m3",
            "fp8e5m2",
            "f8e4m3",
            "f8e5m2",
            "char",
            "int");
    private static final Map<String, String> PROGRAMS = Map.of("alltoall", "all_to_all", "sendrecv", "send/recv");

    public NcclTestsLog {
        samples = List.copyOf(samples);
    }

    /**
     * Reads a log.
     *
     * @param name shown in errors
     * @throws RowFileException when it holds no results, or the results of processes that ran apart
     */
    public static NcclTestsLog parse(String name, String text) {
        Map<Integer, String> hosts = new LinkedHashMap<>();
        Set<String> devices = new LinkedHashSet<>();
        List<Sample> samples = new ArrayList<>();
        String program = "";
        String operation = "";
        int starts = 0;
        String pending = "";
        for (String raw : text.lines().toList()) {
            String line = PREFIX.matcher(raw).replaceFirst("");
            Matcher rank = RANK.matcher(line);
            if (rank.find()) {
                hosts.put(Integer.valueOf(rank.group("rank")), rank.group("host"));
                devices.add(rank.group("device").strip());
                continue;
            }
            Matcher named = PROGRAM.matcher(line);
            program = program.isEmpty() && named.find() ? named.group("name") : program;
            starts += START.matcher(line).find() ? 1 : 0;
            String own = LIBRARY.matcher(line).replaceFirst("");
            boolean broken = own.length() < line.length();
            String whole = (pending + " " + own).strip();
            NcclTestsLine result = NcclTestsLine.parse(whole, TYPES);
            pending = broken && result == null && NcclTestsLine.begins(whole, TYPES) ? whole : "";
            if (result != null) {
                samples.add(result.sample());
                operation = result.operation();
            }
        }
        check(name, samples, starts, hosts.size());
        return new NcclTestsLog(
                collective(program, operation, samples),
                String.join(", ", devices),
                hosts.size(),
                new LinkedHashSet<>(hosts.values()).size(),
                samples);
    }

    private static void check(String name, List<Sample> samples, int starts, int ranks) {
        if (samples.isEmpty()) {
            throw new RowFileException(
                    name, List.of("no result of nccl-tests (size, count, type, ..., time, algbw, busbw)"));
        }
        if (ranks <= 1 && starts > 1) {
            throw new RowFileException(
                    name,
                    List.of(starts
                            + " programs of one rank each ran apart: nccl-tests was built without MPI (make MPI=1)"));
        }
    }

    /** By the program's name where the log tells it, else by what bus bandwidth is over algorithm bandwidth. */
    private static String collective(String program, String operation, List<Sample> samples) {
        if (!program.isEmpty()) {
            return PROGRAMS.getOrDefault(program, program);
        }
        double ratio = samples.stream()
                .filter(s -> s.algorithmBandwidth > 0)
                .reduce((first, last) -> last)
                .map(s -> s.busBandwidth / s.algorithmBandwidth)
                .orElse(1.0);
        if (ratio > 1.02 || (operation.equals("sum") && ratio > 0.98)) {
            return "all_reduce";
        }
        return ratio > 0.98 ? "broadcast" : operation.equals("sum") ? "reduce_scatter" : "all_gather";
    }

    /** The samples as rows of evidence. */
    public List<CollectiveRow> rows(String source, String interLink) {
        List<CollectiveRow> rows = new ArrayList<>();
        for (Sample sample : samples) {
            rows.add(new CollectiveRow(
                    source + "-" + (rows.size() + 1),
                    source,
                    collective,
                    device,
                    ranks,
                    nodes,
                    ranks / Math.max(1, nodes),
                    "",
                    interLink,
                    sample.bytes,
                    sample.seconds,
                    sample.busBandwidth,
                    ""));
        }
        return rows;
    }
}

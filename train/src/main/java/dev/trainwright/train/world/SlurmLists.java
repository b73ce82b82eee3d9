package dev.trainwright.train.world;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Slurm's compressed lists (the formats of {@code scontrol show hostnames} and of {@code SLURM_TASKS_PER_NODE}). */
public final class SlurmLists {
    private static final Pattern BRACKET = Pattern.compile("\\[([^\\]]*)\\]");
    private static final Pattern RANGE = Pattern.compile("(\\d+)(?:-(\\d+))?");
    private static final Pattern TASKS = Pattern.compile("(\\d+)(?:\\(x(\\d+)\\))?");
    private static final int MOST_HOSTS = 1_000_000;

    private SlurmLists() {}

    /**
     * Host names in order, such as {@code nodes[006,011-012],other} to nodes006, nodes011, nodes012, other. More than one bracket in a name multiplies.
     *
     * @throws RendezvousException when the list is not of that form
     */
    public static List<String> hosts(String list) {
        List<String> hosts = new ArrayList<>();
        for (String item : split(list)) {
            expand(list, item, hosts);
        }
        if (hosts.isEmpty()) {
            throw new RendezvousException("the node list is empty");
        }
        return hosts;
    }

    /**
     * Tasks of each node in order, such as {@code 2(x3),1} to 2, 2, 2, 1.
     *
     * @throws RendezvousException when the list is not of that form
     */
    public static List<Integer> tasks(String list) {
        List<Integer> tasks = new ArrayList<>();
        for (String item : list.strip().split(",", -1)) {
            Matcher matcher = TASKS.matcher(item.strip());
            if (!matcher.matches()) {
                throw new RendezvousException(
                        "tasks per node are given as \"" + list + "\": numbers such as 4, 2(x3),1 are accepted");
            }
            int repeat = matcher.group(2) == null ? 1 : number(list, matcher.group(2));
            int count = number(list, matcher.group(1));
            for (int i = 0; i < repeat; i++) {
                tasks.add(count);
            }
        }
        return tasks;
    }

    private static void expand(String list, String item, List<String> hosts) {
        Matcher matcher = BRACKET.matcher(item);
        if (!matcher.find()) {
            if (item.isEmpty() || item.indexOf('[') >= 0 || item.indexOf(']') >= 0) {
                throw malformed(list);
            }
            hosts.add(item);
            return;
        }
        String before = item.substring(0, matcher.start());
        String after = item.substring(matcher.end());
        for (String part : matcher.group(1).split(",", -1)) {
            Matcher range = RANGE.matcher(part.strip());
            if (!range.matches()) {
                throw malformed(list);
            }
            String first = range.group(1);
            int from = number(list, first);
            int to = range.group(2) == null ? from : number(list, range.group(2));
            if (to < from || to - from > MOST_HOSTS) {
                throw malformed(list);
            }
            for (int i = from; i <= to; i++) {
                String digits = String.valueOf(i);
                expand(
                        list,
                        before + "0".repeat(Math.max(0, first.length() - digits.length())) + digits + after,
                        hosts);
            }
        }
    }

    /** Splits at commas outside brackets. */
    private static List<String> split(String list) {
        List<String> items = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < list.length(); i++) {
            char c = list.charAt(i);
            depth += c == '[' ? 1 : c == ']' ? -1 : 0;
            if (c == ',' && depth == 0) {
                items.add(list.substring(start, i).strip());
                start = i + 1;
            }
        }
        items.add(list.substring(start).strip());
        return items;
    }

    private static int number(String list, String digits) {
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            throw malformed(list);
        }
    }

    private static RendezvousException malformed(String list) {
        return new RendezvousException(
                "\"" + list + "\" is no Slurm list: names such as node1, node[01-04,07], a[1-2],b are accepted");
    }
}

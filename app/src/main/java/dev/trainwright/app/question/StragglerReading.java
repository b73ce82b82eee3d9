package dev.trainwright.app.question;

import dev.trainwright.app.question.Amount.Kind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Times of workers, each or in groups: "seven take 100 ms and one 300 ms". */
final class StragglerReading {
    private static final Pattern SINGLE =
            Wording.pattern("\\bone\\b|\\blast\\b|\\bother\\b|\\banother\\b|\\bstraggler\\b|\\bslow");
    private static final long MOST = 20_000;
    private static final BigDecimal TOO_MANY = BigDecimal.valueOf(MOST + 1);

    private StragglerReading() {}

    /** Options of {@code straggler}; problems are added to the assignment's. */
    static Map<String, String> options(Assignment assignment, List<Amount> counts) {
        Map<String, String> options = assignment.options();
        List<Amount> times = assignment.of("--times");
        List<Amount> left = new ArrayList<>(counts);
        List<Long> groups = new ArrayList<>();
        for (Amount time : times) {
            Amount count = before(assignment, time, left);
            left.remove(count);
            groups.add(
                    count == null
                            ? Long.valueOf(1)
                            : Long.valueOf(count.number().min(TOO_MANY).longValue()));
        }
        if (!groups.isEmpty() && groups.get(0) > 1 && listed(assignment, times, groups)) {
            groups.set(0, 1L);
            left.addAll(counts.subList(0, 1));
        }
        long sum = groups.stream().mapToLong(group -> group).sum();
        boolean all =
                left.isEmpty() || left.stream().allMatch(count -> count.value().equals(Long.toString(sum)));
        if (times.isEmpty()) {
            assignment.problems.add("it names no worker's time");
        } else if (!all || sum > MOST) {
            assignment.problems.add("%s, but the times are of %,d: say how many take how long"
                    .formatted(left.isEmpty() ? sum + " workers" : left.get(0).said(), sum));
        } else {
            List<String> each = new ArrayList<>();
            for (int i = 0; i < times.size(); i++) {
                for (long worker = 0; worker < groups.get(i); worker++) {
                    each.add(times.get(i).value());
                }
            }
            options.put("--times", each.stream().collect(Collectors.joining(",")));
        }
        return options;
    }

    /** Whether the count before the first time is that of all: "four workers need 1 s, 2 s, ...". */
    private static boolean listed(Assignment assignment, List<Amount> times, List<Long> groups) {
        return times.size() > 1
                && groups.stream().skip(1).allMatch(group -> group == 1)
                && times.stream()
                        .skip(1)
                        .noneMatch(time -> SINGLE.matcher(assignment.text.of(assignment.text.clause(time)))
                                .find());
    }

    /** The count in the clause of a time, before it or else behind it; none where the clause speaks of one. */
    private static @Nullable Amount before(Assignment assignment, Amount time, List<Amount> counts) {
        Text.Stretch clause = assignment.text.clause(time);
        List<Amount> near = counts.stream()
                .filter(count -> count.start() >= clause.from() && count.end() <= clause.to())
                .toList();
        if (near.isEmpty() || SINGLE.matcher(assignment.text.of(clause)).find()) {
            return near.stream()
                    .filter(count -> count.value().equals("1"))
                    .findFirst()
                    .orElse(null);
        }
        return near.get(near.size() - 1);
    }

    /** What counts workers rather than filling an option. */
    static boolean counts(Amount amount) {
        return amount.kind() == Kind.DEVICES || amount.kind() == Kind.COUNT;
    }
}

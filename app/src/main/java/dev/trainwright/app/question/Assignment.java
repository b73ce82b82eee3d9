package dev.trainwright.app.question;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which amount fills which option of a topic's command, by the nearest words that say so. */
final class Assignment {
    /** A cue that is not nearer than another by this factor leaves it open. */
    private static final double NEARER = 1.3;

    private static final Pattern VARIANT = Wording.pattern("\\b(?:and if|what if|what about|how about|and with)\\b");

    final Topic topic;
    final Text text;
    final List<String> problems = new ArrayList<>();
    private final Map<String, List<Amount>> filled = new LinkedHashMap<>();
    private final Map<String, List<Amount>> variants = new LinkedHashMap<>();

    /** @param several options that take more than one amount */
    Assignment(Topic topic, Text text, List<Amount> amounts, List<String> several) {
        this.topic = topic;
        this.text = text;
        for (Amount amount : amounts) {
            Slot slot = slot(amount);
            if (slot == null) {
                problems.add(asked(amount));
                continue;
            }
            List<Amount> there = filled.computeIfAbsent(slot.option(), option -> new ArrayList<>());
            boolean repeated = there.stream().anyMatch(other -> other.value().equals(amount.value()));
            if (there.isEmpty() || several.contains(slot.option())) {
                there.add(amount);
            } else if (!repeated
                    && VARIANT.matcher(text.of(text.sentence(amount))).find()) {
                variants.computeIfAbsent(slot.option(), option -> new ArrayList<>())
                        .add(amount);
            } else if (!repeated) {
                problems.add("%s: beside %s, which of them is %s?"
                        .formatted(amount.said(), there.get(0).said(), slot.what()));
            }
        }
    }

    /** The amounts of an option, in the question's order. */
    List<Amount> of(String option) {
        return filled.getOrDefault(option, List.of());
    }

    /** The options filled, in the question's order. */
    Map<String, String> options() {
        Map<String, String> options = new LinkedHashMap<>();
        filled.forEach((option, amounts) ->
                options.put(option, amounts.stream().map(Amount::value).collect(Collectors.joining(","))));
        return options;
    }

    /** The options, and those of every "what if". */
    List<Map<String, String>> withVariants(Map<String, String> options) {
        List<Map<String, String>> all = new ArrayList<>(List.of(options));
        variants.forEach((option, amounts) -> amounts.forEach(amount -> {
            Map<String, String> other = new LinkedHashMap<>(options);
            other.put(option, amount.value());
            all.add(other);
        }));
        return all;
    }

    private @Nullable Slot slot(Amount amount) {
        List<Slot> possible =
                topic.slots().stream().filter(slot -> slot.takes(amount.kind())).toList();
        Text.Stretch clause = text.clause(amount);
        for (boolean weak : new boolean[] {false, true}) {
            List<Slot> nearest = nearest(possible, weak, amount, clause);
            if (!nearest.isEmpty()) {
                return nearest.size() == 1 ? nearest.get(0) : null;
            }
        }
        List<Slot> nearest = nearest(possible, false, amount, text.sentence(amount));
        if (nearest.size() == 1) {
            return nearest.get(0);
        }
        List<Slot> alone = possible.stream().filter(Slot::alone).toList();
        return alone.size() == 1 ? alone.get(0) : null;
    }

    /** The slot whose cue is nearest; several where none is nearer than the others. */
    private List<Slot> nearest(List<Slot> possible, boolean weak, Amount amount, Text.Stretch stretch) {
        Map<Slot, Integer> distances = new LinkedHashMap<>();
        for (Slot slot : possible) {
            if (slot.cue() != null && slot.weak() == weak) {
                OptionalInt distance = text.nearest(slot.cue(), amount, stretch);
                distance.ifPresent(d -> distances.put(slot, d));
            }
        }
        int least = distances.values().stream().mapToInt(d -> d).min().orElse(0);
        Map<String, Slot> options = new LinkedHashMap<>();
        distances.forEach((slot, distance) -> {
            if (distance <= NEARER * least) {
                options.putIfAbsent(slot.option(), slot);
            }
        });
        return List.copyOf(options.values());
    }

    private String asked(Amount amount) {
        String choices = topic.slots().stream()
                .filter(slot -> slot.takes(amount.kind()))
                .map(Slot::what)
                .distinct()
                .collect(Collectors.joining(" or "));
        return amount.said() + (choices.isEmpty() ? ": of what?" : ": is it " + choices + "?");
    }
}

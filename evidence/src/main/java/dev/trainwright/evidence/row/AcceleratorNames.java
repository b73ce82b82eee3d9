package dev.trainwright.evidence.row;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names that an accelerator cell may mean, most telling first. */
public final class AcceleratorNames {
    private static final Pattern REMARK = Pattern.compile("\\(([^)]*)\\)");
    private static final Pattern MEMORY = Pattern.compile("\\b([0-9]+)\\s*GB\\b");
    private static final Pattern PRESUMED = Pattern.compile("\\s*\\b(?:presumed|title says.*|spec.*)\\b\\s*");

    private AcceleratorNames() {}

    /**
     * Reads such cells as {@code DGX-H100: H100 80GB SXM}, {@code A100 80GB (DGX A100)}, {@code V100 (32GB presumed, ...)}, {@code Pascal GPU (P100 presumed)},
     * {@code H200 (8 GPU node)}.
     */
    public static List<String> of(String cell) {
        String whole = cell.strip();
        String named = whole.substring(whole.indexOf(": ") < 0 ? 0 : whole.indexOf(": ") + 2);
        String bare = REMARK.matcher(named).replaceAll("").strip();
        Set<String> names = new LinkedHashSet<>(List.of(whole, named));
        List<String> remarks = new ArrayList<>();
        Matcher remark = REMARK.matcher(named);
        while (remark.find()) {
            remarks.add(remark.group(1));
        }
        for (String text : remarks) {
            Matcher memory = MEMORY.matcher(text);
            if (memory.find()) {
                names.add(bare + " " + memory.group());
            }
        }
        names.add(bare);
        names.add(bare.replace("-", " "));
        names.add(bare.replaceAll("\\b(?:SXM[0-9]*)\\b", "").strip().replaceAll("\\s+", " "));
        for (String text : remarks) {
            names.add(PRESUMED.matcher(text.split(",", 2)[0]).replaceAll(""));
        }
        names.removeIf(String::isBlank);
        return List.copyOf(names);
    }
}

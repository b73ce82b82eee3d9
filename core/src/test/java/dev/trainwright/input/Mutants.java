package dev.trainwright.input;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Files with a few bytes inserted, changed, dropped, doubled or spliced in from another. */
public final class Mutants {
    private static final byte[] TELLING =
            "{}[]:,-?&*!|>'\"#%@`~\\\n\t \u0000\u00e90123456789.eE+_<nulltrue".getBytes(StandardCharsets.UTF_8);

    private Mutants() {}

    /** A mutant of one of {@code seeds}, one to six changes away. */
    public static byte[] of(List<byte[]> seeds, SplittableRandom random) {
        byte[] mutant = seeds.get(random.nextInt(seeds.size()));
        for (int change = random.nextInt(6); change >= 0; change--) {
            mutant = mutate(mutant, seeds.get(random.nextInt(seeds.size())), random);
        }
        return mutant;
    }

    private static byte[] mutate(byte[] bytes, byte[] other, SplittableRandom random) {
        if (bytes.length == 0) {
            return other;
        }
        int at = random.nextInt(bytes.length);
        int until = Math.min(bytes.length, at + 1 + random.nextInt(8));
        return switch (random.nextInt(6)) {
            case 0 -> splice(bytes, at, new byte[] {TELLING[random.nextInt(TELLING.length)]}, at);
            case 1 -> splice(bytes, at, new byte[] {TELLING[random.nextInt(TELLING.length)]}, at + 1);
            case 2 -> splice(bytes, at, new byte[0], until);
            case 3 -> splice(bytes, at, Arrays.copyOfRange(bytes, at, until), at);
            case 4 -> splice(bytes, at, new byte[] {(byte) random.nextInt(256)}, at + 1);
            default -> splice(bytes, at, Arrays.copyOfRange(other, 0, random.nextInt(other.length + 1)), until);
        };
    }

    private static byte[] splice(byte[] bytes, int from, byte[] middle, int to) {
        byte[] spliced = new byte[from + middle.length + bytes.length - to];
        System.arraycopy(bytes, 0, spliced, 0, from);
        System.arraycopy(middle, 0, spliced, from, middle.length);
        System.arraycopy(bytes, to, spliced, from + middle.length, bytes.length - to);
        return spliced;
    }
}

package dev.trainwright.workload.hf.reading;

/** Slips of the pen. */
public final class Slips {

    private Slips() {}

    /** Whether one letter inserted, left out, changed or swapped with its neighbour makes the one word the other. */
    public static boolean isOne(String a, String b) {
        if (a.equals(b) || Math.abs(a.length() - b.length()) > 1) {
            return false;
        }
        int start = 0;
        while (start < Math.min(a.length(), b.length()) && a.charAt(start) == b.charAt(start)) {
            start++;
        }
        String restOfA = a.substring(start);
        String restOfB = b.substring(start);
        if (restOfA.length() != restOfB.length()) {
            String longer = restOfA.length() > restOfB.length() ? restOfA : restOfB;
            String shorter = restOfA.length() > restOfB.length() ? restOfB : restOfA;
            return longer.substring(1).equals(shorter);
        }
        boolean changed = restOfA.substring(1).equals(restOfB.substring(1));
        boolean swapped = restOfA.length() > 1
                && restOfA.charAt(0) == restOfB.charAt(1)
                && restOfA.charAt(1) == restOfB.charAt(0)
                && restOfA.substring(2).equals(restOfB.substring(2));
        return changed || swapped;
    }
}

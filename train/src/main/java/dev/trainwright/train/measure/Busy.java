package dev.trainwright.train.measure;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** Processor time and memory used so far, as Linux counts them. What of a machine's processor time these ranks have not used, other work has: measurements beside it are told apart so. */
public final class Busy {
    private static final Path STAT = Path.of("/proc/stat");

    /** Linux counts in these, whatever its own clock's (man 5 proc: USER_HZ, 100 on every machine that libtorch runs on). */
    private static final double TICKS_PER_SECOND = 100;

    /** Columns of {@code /proc/stat} that are no work: idle, waiting for input and output, and guests, which are counted as users too. */
    private static final int IDLE = 4;

    private static final int WAITING = 5;
    private static final int GUESTS = 9;

    private Busy() {}

    /** Processor seconds that this process has used, all threads together. */
    public static double processSeconds() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime() * 1e-9;
    }

    /** Processor seconds that all processes of this machine, and its hypervisor's other guests, have used; 0 where no {@code /proc} tells. */
    public static double machineSeconds() {
        try {
            return Files.isReadable(STAT)
                    ? machineSeconds(Files.readAllLines(STAT).get(0))
                    : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    /** Largest resident memory of this process so far, bytes, from Linux; 0 elsewhere. */
    public static long peakBytes() {
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }

    static double machineSeconds(String line) {
        String[] columns = line.split("\\s+", -1);
        long ticks = 0;
        for (int c = 1; c < Math.min(columns.length, GUESTS); c++) {
            if (c != IDLE && c != WAITING) {
                ticks += Long.parseLong(columns[c]);
            }
        }
        return ticks / TICKS_PER_SECOND;
    }
}

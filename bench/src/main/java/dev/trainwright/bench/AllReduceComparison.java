package dev.trainwright.bench;

import dev.trainwright.train.launch.LocalLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Our all-reduce over two processes against c10d's Gloo from Python, and against Gloo without c10d, in turns: seconds, ours over theirs. Arguments: rounds, bytes, the folder of
 * {@code ddp.py}, and the program that {@code gloo_alone.cc} makes.
 */
public final class AllReduceComparison {
    private static final String REPETITIONS = "45";

    private AllReduceComparison() {}

    public static void main(String[] arguments) throws IOException {
        String bytes = arguments[1];
        String script = Path.of(arguments[2], "ddp.py").toString();
        List<String> ours = LocalLauncher.java(AllReduceRank.class, List.of(bytes, REPETITIONS));
        List<String> python = List.of(DdpComparison.PYTHON, script, "allreduce", bytes, REPETITIONS);
        Ratios againstPython = new Ratios("all-reduce of " + bytes + " bytes over Python's");
        Ratios againstGloo = new Ratios("all-reduce of " + bytes + " bytes over Gloo's alone");
        for (int round = 0; round < Integer.parseInt(arguments[0]); round++) {
            String folder = Files.createTempDirectory("gloo").toString();
            double[] own = Ranks.seconds(ours);
            againstGloo.add(own, Ranks.seconds(List.of(arguments[3], bytes, REPETITIONS, folder)));
            againstPython.add(own, Ranks.seconds(python));
        }
        againstGloo.print();
        againstPython.print();
    }
}

package dev.trainwright.app.command;

import dev.trainwright.app.answer.BubbleAnswer;
import dev.trainwright.app.report.Output;
import dev.trainwright.quantity.Dimension;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code trainwright bubble}: idle time of a pipeline. */
@Command(
        name = "bubble",
        description =
                "Idle share of a pipeline with equal stages (GPipe, 1F1B, interleaved), and how to make it smaller.",
        footer = {
            "",
            "Examples:",
            "  trainwright bubble --stages 8 --micro-batches 32 --at-most 10%%",
            "  trainwright bubble --stages 8 --micro-batches 32 --chunks 4"
        })
public final class BubbleCommand implements Callable<Integer> {
    @Mixin
    private Output output = new Output();

    @Option(names = "--stages", paramLabel = "P", required = true, description = "Pipeline stages.")
    private String stages = "";

    @Option(names = "--micro-batches", paramLabel = "M", description = "Micro-batches of one iteration.")
    private @Nullable String microBatches;

    @Option(
            names = "--chunks",
            paramLabel = "V",
            defaultValue = "1",
            description =
                    "Model chunks of a stage: more than 1 is the interleaved schedule (default: ${DEFAULT-VALUE}).")
    private String chunks = "";

    @Option(names = "--at-most", paramLabel = "SHARE", description = "Bubble wanted, as a share of the wall time.")
    private @Nullable String atMost;

    @Override
    public Integer call() {
        Arguments arguments = new Arguments();
        Long p = arguments.count("--stages", 1, 1_000_000, stages);
        Long m = arguments.count("--micro-batches", 1, 1_000_000_000_000L, microBatches);
        Long v = arguments.count("--chunks", 1, 1_000_000, chunks);
        Double share = arguments.positive("--at-most", Dimension.RATIO, atMost);
        arguments.require(
                share == null || (share < 1 && share >= 1e-9),
                "--at-most: " + atMost + ": must be below 100 % and at least 1e-9");
        arguments.require(
                p == null || v == null || v == 1 || m == null || m % p == 0,
                "--micro-batches: " + microBatches + ": the interleaved schedule needs a multiple of the " + p
                        + " stages");
        arguments.require(microBatches != null || atMost != null, "give --micro-batches, or a bubble --at-most");
        arguments.orThrow();
        output.print(BubbleAnswer.of(
                Math.toIntExact(Objects.requireNonNull(p)), m, Math.toIntExact(Objects.requireNonNull(v)), share));
        return ExitCode.OK;
    }
}

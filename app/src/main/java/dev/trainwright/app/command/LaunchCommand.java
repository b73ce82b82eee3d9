package dev.trainwright.app.command;

import dev.trainwright.app.flags.Accelerate;
import dev.trainwright.app.flags.DeepSpeed;
import dev.trainwright.app.flags.Megatron;
import dev.trainwright.app.flags.Torchtitan;
import dev.trainwright.app.report.Hidden;
import dev.trainwright.app.report.Output;
import dev.trainwright.app.report.Report;
import dev.trainwright.app.report.Verbatim;
import dev.trainwright.job.Job;
import dev.trainwright.layout.Layout;
import dev.trainwright.quantity.Dimension;
import dev.trainwright.train.launch.KubeflowManifest;
import dev.trainwright.train.launch.KubernetesManifest;
import dev.trainwright.train.launch.Pod;
import dev.trainwright.train.launch.SlurmScript;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code trainwright launch}: what starts a job on a cluster. */
@Command(
        name = "launch",
        description = {
            "Prints the batch script or manifest that trains a job on a cluster.",
            "For Megatron-LM and torchtitan: the flags that give them the job's layout and batch; for DeepSpeed and accelerate: their configuration file."
        },
        footer = {
            "",
            "Examples:",
            "  trainwright launch --for slurm job.yaml | sbatch",
            "  torchrun pretrain_gpt.py $(trainwright launch --for megatron job.yaml) ...",
            "  trainwright launch --for deepspeed job.yaml > ds_config.json",
            "  trainwright launch --for accelerate job.yaml > accelerate.yaml"
        })
public final class LaunchCommand implements Callable<Integer> {
    /** Systems that start processes, and other programs that train. */
    enum Target {
        slurm,
        kubernetes,
        kubeflow,
        megatron,
        torchtitan,
        deepspeed,
        accelerate
    }

    @Mixin
    private Output output = new Output();

    @Parameters(
            paramLabel = "JOB",
            description =
                    "The job file, under the path that the ranks will see; for other programs' flags also - for standard input.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String file;

    @Option(names = "--for", required = true, description = "${COMPLETION-CANDIDATES}")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Target target;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "1",
            description = "Compute threads of a rank (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(
            names = "--image",
            paramLabel = "IMAGE",
            defaultValue = "trainwright:latest",
            description = "For Kubernetes and Kubeflow, the image that holds Trainwright (default: ${DEFAULT-VALUE}).")
    private String image = "trainwright:latest";

    @Option(
            names = "--checkpoints",
            paramLabel = "DIR",
            defaultValue = "checkpoints",
            description = "A directory that all ranks share (default: ${DEFAULT-VALUE}).")
    private String checkpoints = "checkpoints";

    @Option(
            names = "--claim",
            paramLabel = "NAME",
            defaultValue = "checkpoints",
            description =
                    "For Kubernetes and Kubeflow, the PersistentVolumeClaim mounted at --checkpoints in all pods (default: ${DEFAULT-VALUE}).")
    private String claim = "checkpoints";

    @Option(
            names = "--clip",
            paramLabel = "NORM",
            description = "For deepspeed and accelerate, the largest gradient norm (default: no clipping).")
    private @Nullable String clip;

    private final Arguments arguments = new Arguments();

    @Mixin
    private JobSource source = new JobSource();

    @Override
    public Integer call() {
        Job job = source.read(Path.of(file));
        Double norm = arguments.positive("--clip", Dimension.FACTOR, clip);
        arguments.require(
                clip == null || target == Target.deepspeed || target == Target.accelerate,
                "--clip is of --for deepspeed and accelerate");
        arguments.orThrow();
        String text = switch (target) {
            case slurm, kubernetes, kubeflow -> script(job);
            case megatron -> flags(job, Megatron::flags);
            case torchtitan -> flags(job, Torchtitan::flags);
            case deepspeed -> flags(job, (j, layout) -> DeepSpeed.json(j, layout, norm));
            case accelerate -> flags(job, (j, layout) -> Accelerate.yaml(j, layout, norm));
        };
        output.print(answer(job, text));
        return ExitCode.OK;
    }

    /** People and the programs they pipe it to read the text alone. */
    private Report answer(Job job, String text) {
        return Report.of(
                new Hidden("job", job.name()),
                new Hidden("target", target.name()),
                new Hidden("devices", job.cluster().devices()),
                new Verbatim("text", text));
    }

    private String script(Job job) {
        if (JobSource.isStandardInput(Path.of(file))) {
            throw Failure.wrongInput(
                    "standard input: the ranks read the job file themselves: save it where they will see it");
        }
        int nodes =
                job.cluster().pools().stream().mapToInt(pool -> pool.nodes()).sum();
        int perNode = job.cluster().pools().get(0).type().devices();
        int ranks = TrainCommand.ranks(job);
        if (ranks != nodes * perNode) {
            throw Failure.wrongInput("the job has " + ranks + " ranks and its cluster " + nodes * perNode
                    + " devices: a script starts one rank a device");
        }
        boolean pods = target != Target.slurm;
        String shared = pods && !Path.of(checkpoints).isAbsolute() ? "/" + checkpoints : checkpoints;
        List<String> command = new ArrayList<>(List.of("trainwright", "train", file));
        command.addAll(source.arguments());
        command.addAll(List.of("--threads", Integer.toString(threads), "--checkpoints", shared));
        Pod pod = new Pod(threads, image, command, claim, shared);
        return switch (target) {
            case kubernetes -> KubernetesManifest.of(job.name(), ranks, pod);
            case kubeflow -> KubeflowManifest.of(job.name(), ranks, pod);
            default -> SlurmScript.of(job.name(), nodes, perNode, threads, Shell.quote(command));
        };
    }

    private String flags(Job job, BiFunction<Job, Layout, String> program) {
        Layout layout = job.layout();
        if (layout == null) {
            throw Failure.wrongInput(JobSource.name(Path.of(file)) + ": has no layout; trainwright plan finds one");
        }
        try {
            return program.apply(job, layout);
        } catch (IllegalArgumentException e) {
            throw Failure.wrongInput(JobSource.name(Path.of(file)) + ": " + e.getMessage());
        }
    }

    /** Words for a POSIX shell. */
    private static final class Shell {
        static String quote(List<String> words) {
            return words.stream()
                    .map(word -> word.matches("[A-Za-z0-9_./=:-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
                    .reduce((a, b) -> a + " " + b)
                    .orElse("");
        }
    }
}

package dev.trainwright.train.world;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds out who this process is from what whoever started it has left in the environment. The first of these that is there wins: torchrun's variables,
 * {@code PET_*}, Slurm, Open MPI and PMI, a Kubernetes indexed job; else it is a single process.
 */
public final class Rendezvous {
    /** PyTorch's default port. */
    static final int DEFAULT_PORT = 29500;

    private static final List<Function<Vars, Optional<Identity>>> SOURCES =
            List.of(Rendezvous::pet, Rendezvous::torchrun, Rendezvous::slurm, Rendezvous::mpi, Rendezvous::kubernetes);

    private Rendezvous() {}

    /**
     * Reads {@code environment}.
     *
     * @throws RendezvousException when the variables of the winning source contradict one another
     */
    public static Identity detect(Map<String, String> environment) {
        Vars vars = new Vars(environment);
        return SOURCES.stream()
                .flatMap(source -> source.apply(vars).stream())
                .findFirst()
                .orElseGet(Identity::single);
    }

    private static Optional<Identity> torchrun(Vars vars) {
        if (!vars.has("RANK") || !vars.has("WORLD_SIZE")) {
            return Optional.empty();
        }
        int world = vars.number("WORLD_SIZE");
        int rank = vars.number("RANK");
        boolean agentServes = "True".equalsIgnoreCase(vars.text("TORCHELASTIC_USE_AGENT_STORE", "false"));
        return Optional.of(new Identity(
                rank,
                world,
                vars.number("LOCAL_RANK", 0),
                vars.number("LOCAL_WORLD_SIZE", vars.has("LOCAL_RANK") ? Math.max(world, 1) : 1),
                master(vars, world),
                vars.number("MASTER_PORT", DEFAULT_PORT),
                rank == 0 && !agentServes,
                vars.number("TORCHELASTIC_RESTART_COUNT", 0),
                vars.text("TRAINWRIGHT_PARENT_PIPE", "").equals("local launcher")
                        ? "local launcher"
                        : "torchrun's variables"));
    }

    /**
     * {@code PET_*} describe nodes. Kubeflow sets RANK and WORLD_SIZE beside them, which then count nodes as well, so they may not be taken for processes
     * (pytorch/pytorch#146371); torchrun itself sets LOCAL_RANK.
     */
    private static Optional<Identity> pet(Vars vars) {
        if (!vars.has("PET_NNODES") || (vars.has("LOCAL_RANK") && vars.has("RANK"))) {
            return Optional.empty();
        }
        String nodesText = vars.text("PET_NNODES", "1");
        int nodes = vars.parse("PET_NNODES", nodesText.substring(nodesText.indexOf(':') + 1));
        String perNodeText = vars.text("PET_NPROC_PER_NODE", "1");
        int perNode = perNodeText.equals("auto") || perNodeText.equals("cpu") || perNodeText.equals("gpu")
                ? 1
                : vars.parse("PET_NPROC_PER_NODE", perNodeText);
        int node = vars.number("PET_NODE_RANK", vars.number("RANK", 0));
        if (perNode > 1 && !vars.has("LOCAL_RANK")) {
            throw new RendezvousException("PET_NNODES=" + nodesText + " and PET_NPROC_PER_NODE=" + perNodeText
                    + " describe a node of " + perNode + " processes, and this is one process without LOCAL_RANK"
                    + (vars.has("WORLD_SIZE") ? " (WORLD_SIZE counts nodes here)" : "")
                    + ": start it through `trainwright train --processes " + perNode + "`");
        }
        int local = vars.number("LOCAL_RANK", 0);
        return Optional.of(new Identity(
                node * perNode + local,
                nodes * perNode,
                local,
                perNode,
                vars.text("PET_MASTER_ADDR", master(vars, nodes * perNode)),
                vars.number("PET_MASTER_PORT", vars.number("MASTER_PORT", DEFAULT_PORT)),
                node == 0 && local == 0,
                0,
                "PET_* variables"));
    }

    /** The step's own task count, not the job's, which may be larger than what {@code srun} started. */
    private static Optional<Identity> slurm(Vars vars) {
        if (!vars.has("SLURM_PROCID") || !vars.has("SLURM_JOB_ID")) {
            return Optional.empty();
        }
        int jobTasks = vars.number("SLURM_NTASKS", 1);
        if (!vars.has("SLURM_STEP_NUM_TASKS") && jobTasks > 1) {
            throw new RendezvousException("SLURM_NTASKS is " + jobTasks
                    + " but no step was started (SLURM_STEP_NUM_TASKS is not set): start the command with srun");
        }
        int world = vars.number("SLURM_STEP_NUM_TASKS", 1);
        int rank = vars.number("SLURM_PROCID");
        String hosts = vars.text("SLURM_STEP_NODELIST", vars.text("SLURM_JOB_NODELIST", "127.0.0.1"));
        List<Integer> tasks =
                SlurmLists.tasks(vars.text("SLURM_STEP_TASKS_PER_NODE", vars.text("SLURM_TASKS_PER_NODE", "1")));
        int node = vars.number("SLURM_NODEID", 0);
        if (node >= tasks.size()) {
            throw new RendezvousException(
                    "SLURM_NODEID is " + node + " but tasks are listed for " + tasks.size() + " nodes");
        }
        int job = vars.number("SLURM_JOB_ID");
        int step = vars.number("SLURM_STEP_ID", 0);
        return Optional.of(new Identity(
                rank,
                world,
                vars.number("SLURM_LOCALID", 0),
                tasks.get(node),
                vars.text("MASTER_ADDR", SlurmLists.hosts(hosts).get(0)),
                vars.number("MASTER_PORT", 20_000 + Math.floorMod(job * 31 + step, 10_000)),
                rank == 0,
                vars.number("SLURM_RESTART_COUNT", 0),
                "Slurm step " + job + "." + step));
    }

    private static Optional<Identity> mpi(Vars vars) {
        boolean open = vars.has("OMPI_COMM_WORLD_RANK") && vars.has("OMPI_COMM_WORLD_SIZE");
        if (!open && !(vars.has("PMI_RANK") && vars.has("PMI_SIZE"))) {
            return Optional.empty();
        }
        int rank = vars.number(open ? "OMPI_COMM_WORLD_RANK" : "PMI_RANK");
        int world = vars.number(open ? "OMPI_COMM_WORLD_SIZE" : "PMI_SIZE");
        int local = vars.number(open ? "OMPI_COMM_WORLD_LOCAL_RANK" : "MPI_LOCALRANKID", 0);
        int localWorld = vars.number(open ? "OMPI_COMM_WORLD_LOCAL_SIZE" : "MPI_LOCALNRANKS", local + 1);
        return Optional.of(new Identity(
                rank,
                world,
                local,
                localWorld,
                localWorld == world ? vars.text("MASTER_ADDR", "127.0.0.1") : master(vars, world),
                vars.number("MASTER_PORT", DEFAULT_PORT),
                rank == 0,
                0,
                open ? "Open MPI's variables" : "PMI variables"));
    }

    private static Optional<Identity> kubernetes(Vars vars) {
        if (!vars.has("JOB_COMPLETION_INDEX") || !vars.has("WORLD_SIZE")) {
            return Optional.empty();
        }
        int world = vars.number("WORLD_SIZE");
        int rank = vars.number("JOB_COMPLETION_INDEX");
        return Optional.of(new Identity(
                rank,
                world,
                0,
                1,
                master(vars, world),
                vars.number("MASTER_PORT", DEFAULT_PORT),
                rank == 0,
                0,
                "Kubernetes job completion index"));
    }

    private static String master(Vars vars, int world) {
        if (world > 1 && !vars.has("MASTER_ADDR")) {
            throw new RendezvousException(
                    world + " processes need MASTER_ADDR, the host name or address of rank 0's machine");
        }
        return vars.text("MASTER_ADDR", "127.0.0.1");
    }

    /** The environment with typed look-ups. */
    private record Vars(Map<String, String> environment) {
        boolean has(String name) {
            return !text(name, "").isEmpty();
        }

        String text(String name, String otherwise) {
            @Nullable String value = environment.get(name);
            return value == null || value.isBlank() ? otherwise : value.strip();
        }

        int number(String name) {
            return parse(name, text(name, ""));
        }

        int number(String name, int otherwise) {
            return has(name) ? number(name) : otherwise;
        }

        int parse(String name, String value) {
            try {
                return Integer.parseInt(value);
            } catch (NumberFormatException e) {
                throw new RendezvousException(name + " is \"" + value + "\": a whole number is accepted");
            }
        }
    }
}

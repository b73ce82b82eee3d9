package dev.trainwright.train.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Variables as the starters set them. */
class RendezvousTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    | 0 of 1, local 0 of 1, 127.0.0.1:0, single process
                    RANK=3 WORLD_SIZE=4 LOCAL_RANK=1 LOCAL_WORLD_SIZE=2 MASTER_ADDR=a MASTER_PORT=7 SLURM_PROCID=9 SLURM_JOB_ID=1 | 3 of 4, local 1 of 2, a:7, torchrun's variables
                    PET_NNODES=3 PET_NPROC_PER_NODE=1 RANK=2 WORLD_SIZE=3 MASTER_ADDR=m MASTER_PORT=23456 | 2 of 3, local 0 of 1, m:23456, PET_* variables
                    PET_NNODES=1:2 PET_NPROC_PER_NODE=2 PET_NODE_RANK=1 LOCAL_RANK=1 MASTER_ADDR=m | 3 of 4, local 1 of 2, m:29500, PET_* variables
                    SLURM_JOB_ID=5 SLURM_STEP_ID=2 SLURM_PROCID=6 SLURM_STEP_NUM_TASKS=7 SLURM_NTASKS=99 SLURM_LOCALID=0 SLURM_NODEID=3 SLURM_STEP_TASKS_PER_NODE=2(x3),1 SLURM_STEP_NODELIST=node1g[0010,0011],node2g[0005-0006] MASTER_PORT=1 | 6 of 7, local 0 of 1, node1g0010:1, Slurm step 5.2
                    OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_LOCAL_RANK=1 OMPI_COMM_WORLD_LOCAL_SIZE=2 | 1 of 2, local 1 of 2, 127.0.0.1:29500, Open MPI's variables
                    PMI_RANK=0 PMI_SIZE=2 MPI_LOCALRANKID=0 MPI_LOCALNRANKS=1 MASTER_ADDR=h | 0 of 2, local 0 of 1, h:29500, PMI variables
                    JOB_COMPLETION_INDEX=4 WORLD_SIZE=8 MASTER_ADDR=job-0.job | 4 of 8, local 0 of 1, job-0.job:29500, Kubernetes job completion index
                    """)
    void findsOutWhoItIs(String variables, String expected) {
        Identity id = Rendezvous.detect(environment(variables == null ? "" : variables));
        assertThat("%d of %d, local %d of %d, %s:%d, %s"
                        .formatted(
                                id.rank(),
                                id.world(),
                                id.localRank(),
                                id.localWorld(),
                                id.masterHost(),
                                id.masterPort(),
                                id.source()))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    RANK=4 WORLD_SIZE=4 MASTER_ADDR=a | rank 4 of 4
                    RANK=x WORLD_SIZE=4 MASTER_ADDR=a | RANK is "x": a whole number is accepted
                    RANK=1 WORLD_SIZE=4 | need MASTER_ADDR
                    PET_NNODES=3 PET_NPROC_PER_NODE=4 RANK=1 WORLD_SIZE=3 MASTER_ADDR=a | WORLD_SIZE counts nodes here
                    SLURM_JOB_ID=5 SLURM_PROCID=0 SLURM_NTASKS=4 | start the command with srun
                    SLURM_JOB_ID=5 SLURM_PROCID=0 SLURM_STEP_NUM_TASKS=2 SLURM_TASKS_PER_NODE=2(3x) | numbers such as 4, 2(x3),1 are accepted
                    """)
    void refusesWhatContradictsItself(String variables, String message) {
        assertThatThrownBy(() -> Rendezvous.detect(environment(variables)))
                .isInstanceOf(RendezvousException.class)
                .hasMessageContaining(message);
    }

    /** Forms seen in the wild: one host, leading zeros, ranges among others, two brackets (scontrol show hostnames gives the same). */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    single | single
                    nodes[006,011] | nodes006 nodes011
                    node1g[0010,0011],node2g0005 | node1g0010 node1g0011 node2g0005
                    nodeA,nodeB[001,003],nodeC | nodeA nodeB001 nodeB003 nodeC
                    n[08-11] | n08 n09 n10 n11
                    node[01-03,7],gpu-a[1-2]-x | node01 node02 node03 node7 gpu-a1-x gpu-a2-x
                    127.0.0.[1-2] | 127.0.0.1 127.0.0.2
                    r[1-2]c[1-2]-ib | r1c1-ib r1c2-ib r2c1-ib r2c2-ib
                    """)
    void expandsNodeLists(String list, String hosts) {
        assertThat(SlurmLists.hosts(list)).isEqualTo(List.of(hosts.split(" ", -1)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"n[1", "n]", "n[a-b]", "n[3-1]", "a,,b", "''"})
    void refusesBrokenNodeLists(String list) {
        assertThatThrownBy(() -> SlurmLists.hosts(list)).isInstanceOf(RendezvousException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"4 | 4", "2(x3),1 | 2 2 2 1", "1,2(x2),3(x2) | 1 2 2 3 3", "16(x1) | 16"})
    void expandsTaskCounts(String list, String tasks) {
        assertThat(SlurmLists.tasks(list).stream().map(String::valueOf).toList())
                .isEqualTo(List.of(tasks.split(" ", -1)));
    }

    @Test
    void gridHasTensorParallelInnermost() {
        RankGrid grid = new RankGrid(2, 1, 3, 2);
        assertThat(grid.group(7, RankGrid.Axis.TP)).containsExactly(6, 7);
        assertThat(grid.group(7, RankGrid.Axis.DP)).containsExactly(7, 9, 11);
        assertThat(grid.group(7, RankGrid.Axis.PP)).containsExactly(1, 7);
        assertThat(grid.index(7, RankGrid.Axis.PP)).isEqualTo(1);
    }

    private static Map<String, String> environment(String variables) {
        Map<String, String> environment = new HashMap<>();
        Arrays.stream(variables.strip().split("\\s+", -1))
                .filter(variable -> !variable.isEmpty())
                .map(variable -> variable.split("=", 2))
                .forEach(pair -> environment.put(pair[0], pair[1]));
        return environment;
    }
}

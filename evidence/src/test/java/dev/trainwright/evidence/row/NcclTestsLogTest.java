package dev.trainwright.evidence.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class NcclTestsLogTest {
    private static final String RANKS = """
            # Using devices
            #   Rank  0 Group  0 Pid  63453 on node-a device  0 [000f:01:00] NVIDIA A100
            #   Rank  1 Group  0 Pid  63454 on node-b device  0 [0x00] NVIDIA A100
            """;

    @Test
    void anOldLog() {
        NcclTestsLog log = NcclTestsLog.parse(
                "log",
                RANKS + "  1048576  262144  float  sum  72.53  14.46  14.46  2e-07  70.07  14.96  14.96  2e-07\n");

        assertThat(log.ranks()).isEqualTo(2);
        assertThat(log.nodes()).isEqualTo(2);
        assertThat(log.device()).isEqualTo("NVIDIA A100");
        assertThat(log.collective()).isEqualTo("all_reduce");
        assertThat(log.samples()).singleElement().satisfies(s -> {
            assertThat(s.bytes()).isEqualTo(1048576);
            assertThat(s.seconds()).isEqualTo(72.53e-6, within(1e-12));
            assertThat(s.busBandwidth()).isEqualTo(14.46e9);
        });
    }

    @Test
    void aNewLogWithRootAndWrongColumns() {
        NcclTestsLog log = NcclTestsLog.parse("log", """
                # nccl-tests version 2.20.0
                # Collective test starting: all_gather_perf
                   536870912   67108864  float  none  -1  1806.7  297.16  148.58  0  1803.1  297.75  148.87  N/A
                # Out of bounds values : 0 OK
                # Avg bus bandwidth    : 148.7
                """);

        assertThat(log.collective()).isEqualTo("all_gather");
        assertThat(log.samples())
                .singleElement()
                .satisfies(s -> assertThat(s.seconds()).isEqualTo(1806.7e-6, within(1e-12)));
    }

    @Test
    void launcherPrefixesAndTheLibrarysMessagesInsideARow() {
        NcclTestsLog log = NcclTestsLog.parse("log", """
                [1,0]<stdout>:#   Rank  0 Pid  1 on n0 device  0 [0x00] A100
                [1,1]<stdout>:#   Rank  1 Pid  2 on n0 device  1 [0x00] A100
                [1,0]<stdout>:   8192   2048   float   sum n0:11:22 [0] NCCL INFO Launch mode Parallel
                [1,0]<stdout>:   62.35   0.13   0.13   N/A   61.82   0.13   0.13   N/A
                [1,0]<stdout>:n0:11:22 [0] NCCL INFO comm 0x1 rank 0 nranks 2
                [0]   16384   4096   float   sum   87.66   0.19   0.19   N/A   80.38   0.20   0.20   N/A
                """);

        assertThat(log.samples()).extracting(NcclTestsLog.Sample::bytes).containsExactly(8192.0, 16384.0);
    }

    @Test
    void aColumnPastedInFrontAndHeadersWithoutTheirSign() {
        NcclTestsLog log = NcclTestsLog.parse("log", """
                nodes  size  count  type  redop  time  algbw  busbw  error
                2  1073741824  268435456  float  sum  35215  30.49  57.17  2e-07
                """);

        assertThat(log.samples())
                .singleElement()
                .satisfies(s -> assertThat(s.seconds()).isEqualTo(0.035215, within(1e-9)));
        assertThat(log.samples().get(0).busBandwidth() / log.samples().get(0).algorithmBandwidth())
                .isEqualTo(2 * 15.0 / 16, within(1e-3));
    }

    @Test
    void programsThatRanApartAreNoMeasurement() {
        String one = """
                # Using devices
                #   Rank  0 Pid  1 on n0 device  0 [0x00] V100
                    8   2   float   sum   5.1   0.00   0.00   0e+00   0.3   0.03   0.00   0e+00
                """;

        assertThatThrownBy(() -> NcclTestsLog.parse("log", one + one)).hasMessageContaining("without MPI");
        assertThatThrownBy(() -> NcclTestsLog.parse("log", "nothing here")).hasMessageContaining("no result");
    }

    @Test
    void wholeLogs() throws IOException {
        Path folder = Path.of("..", "..", "shared", "cases", "nccl-tests");
        Assumptions.assumeTrue(Files.exists(folder));

        NcclTestsLog small = NcclTestsLog.parse("8", Files.readString(folder.resolve("a100-8-ranks.log")));
        NcclTestsLog large = NcclTestsLog.parse("32", Files.readString(folder.resolve("a100-32-ranks-mpirun.log")));

        assertThat(small.ranks()).isEqualTo(8);
        assertThat(small.nodes()).isEqualTo(1);
        assertThat(small.samples()).hasSize(28);
        assertThat(large.ranks()).isEqualTo(32);
        assertThat(large.nodes()).isEqualTo(4);
        assertThat(large.collective()).isEqualTo("all_reduce");
        assertThat(large.samples()).hasSize(23);
        assertThat(large.samples().get(22).seconds()).isEqualTo(67271e-6, within(1e-9));
    }
}

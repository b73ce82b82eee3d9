package dev.trainwright.train.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class NamespacesTest {
    /** Two nodes of two ranks: rank 3 is on the second, whose port has the rate given each way and whose neighbour answers. */
    @Test
    void ranksRunOnNodesWithShapedPorts() throws IOException, InterruptedException {
        Namespaces two;
        try {
            two = Namespaces.open(2, 2, 125e6);
        } catch (UnsupportedOperationException e) {
            assumeTrue(false, e.getMessage());
            return;
        }
        try (two) {
            assertThat(said(two, "ip", "-4", "-brief", "address", "show", "eth0"))
                    .contains("10.213.0.2/24");
            assertThat(said(two, "tc", "qdisc", "show", "dev", "eth0"))
                    .contains("tbf")
                    .contains("rate 1Gbit");
            assertThat(said(two, "ip", "route", "get", two.environment().getOrDefault("MASTER_ADDR", "")))
                    .contains("dev eth0");
        }
        assertThat(process("ip", "netns", "list"))
                .doesNotContain("tw" + ProcessHandle.current().pid() + "-");
    }

    private static String said(Namespaces nodes, String... command) throws IOException, InterruptedException {
        return process(nodes.command(List.of(command)).toArray(String[]::new));
    }

    private static String process(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("RANK", "3");
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}

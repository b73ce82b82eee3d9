package dev.trainwright.train.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LocalLauncherTest {
    /** Native code of c10d logs its stack from threads of its own, at times after the rank has said why it ends. */
    @Test
    void nativeStackDoesNotHideTheCause() {
        String script = "echo 'rank 1 of 2 cannot reach the store'; echo '[E1202 TCPStore.cpp:328] timed out';"
                + " echo 'Exception raised from throwTimeoutError at socket.cpp:1030 (most recent call first):';"
                + " for i in $(seq 0 40); do echo \"frame #$i: <unknown function> + 0x14e9 (0x7f in libtorch_cpu.so)\"; done; echo; exit 1";
        LocalLauncher.Outcome outcome = LocalLauncher.run(
                new LocalLauncher.Spec(List.of("sh", "-c", script), 1, 1, Map.of(), line -> {}, child -> {}));
        assertThat(outcome.cause())
                .contains("rank 1 of 2 cannot reach the store")
                .contains("TCPStore.cpp:328")
                .doesNotContain("frame #");
    }
}

package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trainwright.app.answer.CalibrateAnswer;
import dev.trainwright.evidence.report.HeldOutTable;
import dev.trainwright.evidence.score.Errors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code trainwright calibrate} on a user's collectives. */
class CalibrateTest {
    @TempDir
    private Path folder;

    /** nccl-tests' all-reduces at 180 of NVLink 3's 300 GB/s: the entry written says 0.60, and forecasts take it. */
    @Test
    void aLogOfNcclTestsGivesALink() throws IOException {
        StringBuilder log = new StringBuilder("# Using devices\n");
        for (int rank = 0; rank < 8; rank++) {
            log.append("#   Rank  %d Group  0 Pid  6345%d on node-a device  %d [0x0%d] NVIDIA A100-SXM4-80GB%n"
                    .formatted(rank, rank, rank, rank));
        }
        for (int power = 26; power <= 33; power++) {
            long bytes = 1L << power;
            double algorithm = 180e9 / (2 * 7.0 / 8);
            log.append(String.format(
                    Locale.ROOT,
                    "  %d  %d  float  sum  -1  %.2f  %.2f  180.00  0  %.2f  %.2f  180.00  0%n",
                    bytes,
                    bytes / 4,
                    bytes / algorithm * 1e6,
                    algorithm / 1e9,
                    bytes / algorithm * 1e6,
                    algorithm / 1e9));
        }
        Path file = Files.writeString(folder.resolve("all_reduce_perf.log"), log);
        Path fitted = folder.resolve("fitted");

        Run run = Run.of("calibrate", fitted.toString(), "--rows", file.toString());

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("nvlink3").contains("wrote 1 files");
        JsonNode json = Run.of("calibrate", fitted.toString(), "--rows", file.toString(), "--json")
                .json();
        assertThat(json.at("/links/0/attainable").asDouble()).isCloseTo(0.6, within(0.01));
        assertThat(json.at("/heldOut")).isEmpty();
        // A fit to runs takes minutes: its errors are given here, a forecast of twice the time measured and an exact
        // one.
        Errors errors = Errors.of(List.of(new Errors.Pair(2, 1), new Errors.Pair(1, 1)));
        var line = new HeldOutTable.Line("sources", "overall", errors);
        JsonNode runs = JsonMapper.shared()
                .readTree(CalibrateAnswer.of(List.of(), List.of(line), Map.of("no shape", 2), folder, List.of(file))
                        .json());
        assertThat(runs.at("/heldOut/0/meanError").asDouble()).isEqualTo(0.5);
        JsonTest.holds("calibrate", List.of(json, runs));
        Path entry = fitted.resolve("catalogue/links/nvlink3.yaml");
        assertThat(Files.readString(entry)).containsPattern("attainable: 0\\.(59|60)");
        String job = "../examples/llama3-8b-64xh100.yaml";
        String a100 = "cluster.node=dgx-a100-80gb";
        String layout = "layout={tp: 8, dp: 8}";
        double before = seconds("forecast", job, "--set", a100, "--set", layout, "--json");
        double after = seconds(
                "forecast",
                job,
                "--set",
                a100,
                "--set",
                layout,
                "--json",
                "--catalogue",
                fitted.resolve("catalogue").toString());
        assertThat(after).isGreaterThan(before);
    }

    /** Too few collectives to fit: refused, nothing written. */
    @Test
    void twoCollectivesTellNothing() throws IOException {
        Path file = Files.writeString(folder.resolve("short.log"), """
                # Using devices
                #   Rank  0 Group  0 Pid  63453 on node-a device  0 [000f:01:00] NVIDIA A100
                #   Rank  1 Group  0 Pid  63454 on node-b device  0 [0x00] NVIDIA A100
                  1048576  262144  float  sum  72.53  14.46  14.46  2e-07  70.07  14.96  14.96  2e-07
                """);
        Run run = Run.of("calibrate", folder.resolve("fitted").toString(), "--rows", file.toString());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("no five collectives");
        assertThat(folder.resolve("fitted")).doesNotExist();
    }

    /** Runs on a chip that is in no catalogue but one's own: refused by name without it, forecast with it. */
    @Test
    void runsOnHardwareOfOnesOwn() throws IOException {
        Path rows = Files.writeString(folder.resolve("mine.csv"), """
                id,source,url_or_path,kind,model,architecture,layers,hidden,heads,kv_heads,ffn,vocab,params,experts,top_k,seq_len,accelerator,n_devices,devices_per_node,intra_link,inter_link,dp,tp,pp,vp,cp,ep,zero_stage,sequence_parallel,micro_batch,global_batch,grad_accum,precision,activation_recompute,attention_kernel,optimizer_offload,iteration_time_s,iteration_time_s_derived,throughput_total,throughput_per_device,throughput_unit,model_tflops_per_device,mfu,peak_memory_gib,derived_fields,notes
                mine-1,a run of ours,,fsdp_llm,my-gpt,GPT decoder,12,768,12,12,3072,50257,,,,1024,my-chip,4,4,,,4,1,1,,,,3,,1,32,,bf16,none,flash,,0.9,,,,,,,,,
                mine-2,a run of ours,,fsdp_llm,my-gpt,GPT decoder,12,768,12,12,3072,50257,,,,1024,my-chip,2,2,,,2,1,1,,,,3,,1,32,,bf16,none,flash,,1.7,,,,,,,,,
                """);
        Path chips = Files.createDirectories(folder.resolve("mine/accelerators"));
        Files.writeString(chips.resolve("my-chip.yaml"), """
                id: my-chip
                vendor: me
                memory: 47 GiB
                memoryBandwidth: 900 GB/s
                peak: {bf16: 100 TFLOP/s, fp32: 20 TFLOP/s}
                vectorPeak: 20 TFLOP/s
                cache: 32 MB
                units: 64
                source: measured here
                date: 2026-03
                """);
        Path nodes = Files.createDirectories(folder.resolve("mine/nodes"));
        Files.writeString(nodes.resolve("my-box.yaml"), """
                id: my-box
                accelerator: my-chip
                devices: 4
                intraLink: pcie4-x16
                source: measured here
                date: 2026-03
                """);
        String catalogue = folder.resolve("mine").toString();
        String fitted = folder.resolve("fitted").toString();

        Run without = Run.of("calibrate", fitted, "--rows", rows.toString());
        assertThat(without.code()).isEqualTo(2);
        assertThat(without.err())
                .contains(
                        "no run can be forecast",
                        "the accelerator is not named or not in the catalogue",
                        "--catalogue DIR");
        Run with = Run.of("evidence", "--rows", rows.toString(), "--catalogue", catalogue, "--json");
        assertThat(with.code()).as(with.err()).isZero();
        assertThat(with.json().at("/files/0/time/rows").asInt()).as(with.out()).isEqualTo(2);
        assertThat(Run.of("calibrate", fitted, "--rows", rows.toString(), "--catalogue", catalogue)
                        .err())
                .contains("my-chip under fsdp: 2 timed runs; a calibration of its own takes 5");
        assertThat(Run.of("calibrate", fitted, "--catalogue", catalogue).err()).contains("--catalogue is of --rows");
        assertThat(Run.of("calibrate", fitted, "--machine", "m", "--run", "j=1s", "--catalogue", catalogue)
                        .err())
                .contains("--machine has its own");
    }

    private static double seconds(String... args) {
        Run run = Run.of(args);
        assertThat(run.code()).as(run.err()).isLessThan(2);
        return run.number("/iteration/seconds");
    }
}

package dev.trainwright.evidence.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.calibration.Calibration;
import dev.trainwright.calibration.Calibrations;
import dev.trainwright.cluster.Catalogue;
import dev.trainwright.evidence.Evidence;
import dev.trainwright.evidence.row.RowFile;
import dev.trainwright.evidence.row.RowReader;
import dev.trainwright.evidence.score.Results;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs on a chip that only its user's catalogue has give that chip a calibration, which is read again and nearer to the runs than the general one. */
class OwnHardwareTest {
    private static final String ROWS = """
            id,source,url_or_path,kind,model,architecture,layers,hidden,heads,kv_heads,ffn,vocab,params,experts,top_k,seq_len,accelerator,n_devices,devices_per_node,intra_link,inter_link,dp,tp,pp,vp,cp,ep,zero_stage,sequence_parallel,micro_batch,global_batch,grad_accum,precision,activation_recompute,attention_kernel,optimizer_offload,iteration_time_s,iteration_time_s_derived,throughput_total,throughput_per_device,throughput_unit,model_tflops_per_device,mfu,peak_memory_gib,derived_fields,notes
            mine-1,a run of ours,,fsdp_llm,my-gpt,GPT decoder,12,768,12,12,3072,50257,,,,1024,my-chip,4,4,,,4,1,1,,,,3,,1,32,,bf16,none,flash,,0.9,,,,,,,,,
            mine-2,a run of ours,,fsdp_llm,my-gpt,GPT decoder,12,768,12,12,3072,50257,,,,1024,my-chip,4,4,,,4,1,1,,,,3,,1,64,,bf16,none,flash,,1.75,,,,,,,,,
            mine-3,a run of ours,,fsdp_llm,my-gpt,GPT decoder,12,768,12,12,3072,50257,,,,1024,my-chip,4,4,,,4,1,1,,,,3,,1,128,,bf16,none,flash,,3.4,,,,,,,,,
            mine-4,a run of ours,,fsdp_llm,my-gpt,GPT decoder,12,768,12,12,3072,50257,,,,1024,my-chip,2,2,,,2,1,1,,,,3,,1,32,,bf16,none,flash,,1.7,,,,,,,,,
            mine-5,a run of ours,,fsdp_llm,my-gpt,GPT decoder,12,768,12,12,3072,50257,,,,1024,my-chip,2,2,,,2,1,1,,,,3,,1,64,,bf16,none,flash,,3.4,,,,,,,,,
            """;

    @TempDir
    private Path folder;

    @Test
    void aChipOfOnesOwnIsCalibrated() throws IOException {
        Files.writeString(
                Files.createDirectories(folder.resolve("mine/accelerators")).resolve("my-chip.yaml"), """
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
        Files.writeString(Files.createDirectories(folder.resolve("mine/nodes")).resolve("my-box.yaml"), """
                id: my-box
                accelerator: my-chip
                devices: 4
                intraLink: pcie4-x16
                source: measured here
                date: 2026-03
                """);
        Catalogue catalogue = Catalogue.builtIn().with(folder.resolve("mine"));
        Calibrations known = Calibrations.builtIn();
        RowFile rows = RowReader.read("mine.csv", new StringReader(ROWS));
        Results before = new Evidence(catalogue, known).against(List.of(rows), List.of());

        Map<Samples.Key, Calibration> fitted = Calibrator.fit(Starts.of(known), Samples.of(before), "2026-03-01");

        Calibration chip = Objects.requireNonNull(fitted.get(new Samples.Key("my-chip", "fsdp")));
        String yaml = CalibrationYaml.of(chip, "my-chip");
        Path file = Files.writeString(folder.resolve("my-chip.yaml"), yaml);
        Results after = new Evidence(catalogue, known.with(file)).against(List.of(rows), List.of());
        assertThat(after.overall().time().mape())
                .isLessThan(before.overall().time().mape());
    }
}

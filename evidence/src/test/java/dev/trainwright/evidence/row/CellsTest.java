package dev.trainwright.evidence.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trainwright.cluster.Link;
import dev.trainwright.layout.Recompute;
import dev.trainwright.layout.ZeroStage;
import dev.trainwright.workload.NumberFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The cells that published tables really hold. */
class CellsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "128256|128256",
                "250k|250000",
                "20B|2e10",
                "1.3B|1.3e9",
                "330M (as stated)|3.3e8",
                "9.15E+11|9.15e11",
                "3.6e9|3.6e9",
                "64862437376|64862437376",
                "1,048,576|1048576",
                "8.0|8"
            })
    void countsComeInAllNotations(String cell, double value) {
        assertThat(Cells.count(Column.PARAMS, cell)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"many", "-3", "1.2.3", "", "1e999", "12 apples"})
    void whatIsNoNumberIsRefusedByName(String cell) {
        assertThatThrownBy(() -> Cells.count(Column.LAYERS, cell))
                .isInstanceOf(Unreadable.class)
                .hasMessageStartingWith("layers: cannot read '" + cell + "'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|NONE|false",
                "1|ZERO_1|false",
                "3|ZERO_3|false",
                "3 (BMTrain, ZeRO-3 style)|ZERO_3|false",
                "3 (from branch name)|ZERO_3|false",
                "3 (Megatron-FSDP)|ZERO_3|false",
                "hybrid (HSDP)|ZERO_3|true",
                "hybrid (3 in node, replicated across)|ZERO_3|true",
                "ddp_fp16|NONE|false",
                "low_level_zero|ZERO_1|false",
                "gemini|ZERO_3|false"
            })
    void zeroStages(String cell, ZeroStage stage, boolean hybrid) {
        assertThat(Sharding.parse(Column.ZERO_STAGE, cell)).isEqualTo(new Sharding(stage, hybrid));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fp16 mixed (AMP)|FP16|true",
                "amp|FP16|true",
                "fp16 (presumed from rate)|FP16|false",
                "bf16|BF16|false",
                "fp8 tensorwise|FP8|false",
                "fp8-cs|FP8|false",
                "fp8 (see notes)|FP8|false",
                "fp8-mx|MXFP8|false",
                "mxfp8|MXFP8|false",
                "nvfp4|FP4|false",
                "tf32|TF32|false",
                "fp32|FP32|false"
            })
    void precisions(String cell, NumberFormat matmul, boolean autocast) {
        assertThat(Numerics.parse(Column.PRECISION, cell)).isEqualTo(new Numerics(matmul, autocast));
    }

    @ParameterizedTest
    @CsvSource({"none,NONE", "full,FULL", "selective,SELECTIVE", "selective op,SELECTIVE", "selective layer,SELECTIVE"})
    void recomputation(String cell, Recompute recompute) {
        assertThat(Recomputation.parse(Column.ACTIVATION_RECOMPUTE, cell)).isEqualTo(recompute);
    }

    @Test
    void feedForwardWidthsOfMixtures() {
        assertThat(FeedForwardWidths.parse(Column.FFN, "14336")).isEqualTo(new FeedForwardWidths(14336L, null, 0));
        assertThat(FeedForwardWidths.parse(Column.FFN, "expert 1536")).isEqualTo(new FeedForwardWidths(null, 1536L, 0));
        assertThat(FeedForwardWidths.parse(Column.FFN, "dense 18432; expert 2048; 1 shared expert 2048"))
                .isEqualTo(new FeedForwardWidths(18432L, 2048L, 2048));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"yes (torchtitan TP uses SP)|true", "no|false", "full cpu offload|true", "yes|true"})
    void yesAndNoWithRemarks(String cell, boolean yes) {
        assertThat(Cells.yes(Column.SEQUENCE_PARALLEL, cell)).isEqualTo(yes);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "H100 SXM 96GB HBM2e (2.4 TB/s, 500W limit)|H100 SXM 96GB HBM2e (2.4 TB/s, 500W limit)",
                "GB300 (NVL72)|GB300",
                "DGX-H100: H100 80GB SXM|H100 80GB SXM",
                "A100 80GB (DGX A100)|A100 80GB",
                "V100 (32GB presumed, 16 GPUs in one node = DGX-2)|V100 32GB",
                "Pascal GPU (P100 presumed)|P100",
                "V100-SXM2 16GB (AWS p3.16xlarge)|V100-SXM2 16GB",
                "H200 (8 GPU node)|H200",
                "B200-SXM|B200"
            })
    void acceleratorsAreFoundUnderOneOfTheirNames(String cell, String name) {
        assertThat(AcceleratorNames.of(cell).stream()
                        .map(n -> n.replace("-", "").replace(" ", "")))
                .contains(name.replace("-", "").replace(" ", ""));
    }

    @Test
    void networksBetweenMachines() {
        assertThat(LinkCell.parse("InfiniBand 200 Gb/s per GPU (1.6 Tb/s per node)"))
                .isEqualTo(new LinkCell(Link.Kind.INFINIBAND, 25e9, null, null, true));
        assertThat(LinkCell.parse("RoCE 1600 Gb/s per node"))
                .isEqualTo(new LinkCell(Link.Kind.ETHERNET_ROCE, null, null, 200e9, false));
        assertThat(LinkCell.parse("Omni-Path, 4 links per node (4x100 Gb/s)"))
                .isEqualTo(new LinkCell(Link.Kind.OMNI_PATH, 12.5e9, 4, null, false));
        assertThat(LinkCell.parse("InfiniBand EDR 100 Gb/s (1 NIC per node)"))
                .isEqualTo(new LinkCell(Link.Kind.INFINIBAND, 12.5e9, 1, null, false));
        assertThat(LinkCell.parse("8x ConnectX-7 400 Gb/s RoCEv2 per node"))
                .isEqualTo(new LinkCell(Link.Kind.ETHERNET_ROCE, 50e9, 8, null, false));
        assertThat(LinkCell.parse("400 Gb/s (as in column header, per node presumed)"))
                .isEqualTo(new LinkCell(null, null, null, 50e9, false));
        assertThat(LinkCell.parse("32 Gb/s Ethernet TCP (GCP)"))
                .isEqualTo(new LinkCell(Link.Kind.ETHERNET_TCP, 4e9, null, null, false));
        assertThat(LinkCell.parse("not stated (suspected slow)"))
                .isEqualTo(new LinkCell(null, null, null, null, false));
    }
}

package dev.trainwright.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.trainwright.workload.NumberFormat;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The catalogue against figures that others publish or that follow from clocks and widths. */
class PublishedFiguresTest {

    private static final double GIB = 1L << 30;
    private static final Catalogue CATALOGUE = Catalogue.builtIn();

    /** torchtitan's and ml-engineering's tables of dense bf16 peaks, to the digits they give. */
    @ParameterizedTest
    @CsvSource({
        "a100-sxm-40gb, 312",
        "a100-sxm-80gb, 312",
        "a100-pcie-80gb, 312",
        "rtx-a6000, 154.85",
        "h100-nvl-94gb, 835",
        "h100-pcie-80gb, 756",
        "h100-sxm-80gb, 989",
        "h200-sxm, 989",
        "gh200-96gb, 989",
        "h800-sxm, 989",
        "h20-sxm, 148",
        "gb200, 2500",
        "gb300, 2500",
        "b200, 2250",
        "b300, 2250",
        "mi355x, 2500",
        "mi300x, 1307",
        "mi325x, 1307",
        "mi250x-gcd, 191.5",
        "l40s, 362",
        "tpu-v4, 275",
        "tpu-v5e, 197",
        "tpu-v5p, 459",
        "tpu-v6e, 918"
    })
    void bf16PeaksAreTheDenseOnes(String id, double teraflops) {
        assertThat(CATALOGUE.accelerator(id).peak(NumberFormat.BF16)).isCloseTo(teraflops * 1e12, withPercentage(0.7));
    }

    /** Units x FLOPs per clock and unit x boost clock, from the vendors' architecture papers. */
    @ParameterizedTest
    @CsvSource({
        "v100-sxm2-16gb, FP16, 80, 1024, 1.530",
        "a100-sxm-80gb, BF16, 108, 2048, 1.410",
        "a100-sxm-80gb, FP32, 108, 128, 1.410",
        "h100-sxm-80gb, BF16, 132, 4096, 1.830",
        "h100-sxm-80gb, FP8, 132, 8192, 1.830",
        "h100-pcie-80gb, BF16, 114, 4096, 1.620",
        "mi300x, BF16, 304, 2048, 2.100",
        "mi300x, FP32, 304, 256, 2.100",
        "mi250x-gcd, BF16, 110, 1024, 1.700",
        "rtx-4090, BF16, 128, 512, 2.520",
        "rtx-3090, BF16, 82, 512, 1.695",
        "rtx-2080-ti, FP16, 68, 512, 1.545",
        "l4, BF16, 58, 1024, 2.040",
        "t4, FP16, 40, 1024, 1.590",
        "p100-sxm2-16gb, FP16, 56, 256, 1.480",
        "gtx-1080-ti, FP32, 28, 256, 1.582",
        "a10, BF16, 72, 1024, 1.695",
        "tpu-v5e, BF16, 1, 131072, 1.500",
        "tpu-v5p, BF16, 2, 131072, 1.750"
    })
    void peaksFollowFromUnitsAndClock(String id, NumberFormat format, int units, double perClock, double gigahertz) {
        Accelerator accelerator = CATALOGUE.accelerator(id);
        assertThat(accelerator.units()).isEqualTo(units);
        assertThat(accelerator.peak(format)).isCloseTo(units * perClock * gigahertz * 1e9, withPercentage(1));
    }

    /** Bus width in bits x rate of a pin in Gb/s / 8, from datasheets. */
    @ParameterizedTest
    @CsvSource({
        "v100-sxm2-32gb, 4096, 1.758",
        "a100-sxm-40gb, 5120, 2.430",
        "a100-sxm-80gb, 5120, 3.186",
        "a100-pcie-80gb, 5120, 3.024",
        "h100-sxm-80gb, 5120, 5.238",
        "h200-sxm, 6144, 6.250",
        "b200, 8192, 7.8125",
        "mi300x, 8192, 5.200",
        "mi250x-gcd, 4096, 3.200",
        "rtx-3090, 384, 19.5",
        "rtx-4090, 384, 21",
        "rtx-5090, 512, 28",
        "l40s, 384, 18",
        "l4, 192, 12.5",
        "a10g, 384, 12.5",
        "t4, 256, 10",
        "gtx-1080-ti, 352, 11"
    })
    void memoryBandwidthFollowsFromTheBus(String id, int bits, double gigabitsPerPin) {
        assertThat(CATALOGUE.accelerator(id).memoryBandwidth())
                .isCloseTo(bits * gigabitsPerPin * 1e9 / 8, withPercentage(1.5));
    }

    /** Total capacity in PyTorch's out-of-memory messages, in GiB; the nominal size is the last column. */
    @ParameterizedTest
    @CsvSource({
        "v100-sxm2-16gb, 15.77, 15.79, 16", "v100-sxm2-32gb, 31.74, 31.75, 32", "a100-sxm-40gb, 39.39, 39.59, 40",
        "a100-sxm-80gb, 79.10, 79.35, 80", "h100-sxm-80gb, 79.10, 79.65, 80", "h100-sxm-96gb-hbm2e, 94.5, 95.6, 96",
        "h200-sxm, 139.72, 139.81, 141", "b200, 178.35, 178.36, 180", "gb200, 184.31, 184.31, 186",
        "b300, 267.69, 267.69, 288", "mi300x, 191.69, 191.98, 192", "mi250x-gcd, 63.98, 63.98, 64",
        "tpu-v4, 30.75, 30.75, 32", "tpu-v5e, 15.75, 15.75, 16", "tpu-v5p, 95.74, 95.74, 96",
        "tpu-v6e, 31.25, 31.25, 32", "rtx-4090, 23.64, 23.65, 24", "t4, 14.56, 14.76, 16"
    })
    void memoryIsWhatTheDriverReports(String id, double leastGib, double mostGib, double nominalGib) {
        double gib = CATALOGUE.accelerator(id).memoryBytes() / GIB;
        assertThat(gib).isBetween(leastGib, mostGib).isLessThan(nominalGib);
    }

    /** Lanes x rate of a lane x encoding, one direction, in GB/s. */
    @ParameterizedTest
    @CsvSource({
        "nvlink1, 4, 20",
        "nvlink2, 6, 25",
        "nvlink3, 12, 25",
        "nvlink4, 18, 25",
        "nvlink5, 18, 50",
        "ici-v4, 6, 50",
        "ici-v5e, 4, 50",
        "ici-v5p, 6, 100",
        "ici-v6e, 4, 100",
        "infinity-fabric-mi300x, 7, 64"
    })
    void linkBandwidthIsOfOneDeviceAndOneDirection(String id, int links, double gigabytesPerSecond) {
        assertThat(CATALOGUE.link(id).bandwidth()).isEqualTo(links * gigabytesPerSecond * 1e9);
    }

    @ParameterizedTest
    @CsvSource({"pcie3-x16, 8", "pcie4-x16, 16", "pcie5-x16, 32"})
    void pcieLosesItsEncoding(String id, double gigatransfers) {
        assertThat(CATALOGUE.link(id).bandwidth())
                .isCloseTo(gigatransfers * 1e9 * 16 * 128 / 130 / 8, withPercentage(0.1));
    }

    @ParameterizedTest
    @CsvSource({
        "ethernet-1g-tcp, 1", "ethernet-25g-roce, 25", "ethernet-100g-tcp, 100", "ethernet-800g-roce, 800",
        "infiniband-edr, 100", "infiniband-hdr, 200", "infiniband-ndr, 400", "infiniband-xdr, 800",
        "omni-path-100, 100", "efa-v2-100g, 100"
    })
    void networkPortsCountBits(String id, double gigabits) {
        assertThat(CATALOGUE.link(id).bandwidth()).isEqualTo(gigabits * 1e9 / 8);
    }

    /** Bus bandwidth of large collectives that others measured, GB/s a device or port; what is entered stays within 5 %. */
    @ParameterizedTest
    @CsvSource({
        "nvlink3, 230.77",
        "nvlink4, 363",
        "nvlink5, 673.8",
        "infinity-fabric-mi300x, 312.9",
        "pcie4-x16, 20",
        "pcie5-x16, 28",
        "infiniband-ndr, 47",
        "infiniband-hdr, 22.8"
    })
    void attainableShareIsWhatWasMeasured(String id, double busBandwidth) {
        Link link = CATALOGUE.link(id);
        assertThat(link.bandwidth() * link.attainable()).isCloseTo(busBandwidth * 1e9, withPercentage(5));
    }

    /** Devices, and the network of the whole node in Gb/s, as vendors state them. */
    @ParameterizedTest
    @CsvSource({
        "dgx-1-v100-16gb, 8, 400", "dgx-2, 16, 800", "p3.16xlarge, 8, 25", "p3dn.24xlarge, 8, 100",
        "dgx-a100-80gb, 8, 1600", "p4d.24xlarge, 8, 400", "p4de.24xlarge, 8, 400", "nd-a100-v4, 8, 1600",
        "a2-highgpu-8g, 8, 100", "dgx-h100, 8, 3200", "p5.48xlarge, 8, 3200", "nd-h100-v5, 8, 3200",
        "a3-highgpu-8g, 8, 800", "a3-megagpu-8g, 8, 1600", "p5en.48xlarge, 8, 3200", "dgx-b200, 8, 3200",
        "dgx-b300, 8, 6400", "p6-b300.48xlarge, 8, 6400", "gb200-nvl72, 72, 28800", "frontier-mi250x, 8, 800",
        "tpu-v5e-256, 256, 6400", "tpu-v6e-256, 256, 25600", "tpu-v5p-128, 64, 3200", "g5.48xlarge, 8, 100"
    })
    void nodesHaveTheNetworkTheirVendorsState(String id, int devices, double gigabits) {
        NodeType node = CATALOGUE.node(id);
        Link port = Objects.requireNonNull(node.interLink());
        assertThat(node.devices()).isEqualTo(devices);
        assertThat(node.nics() * port.bandwidth() * 8 / 1e9).isCloseTo(gigabits, within(1e-6));
    }

    /** System power at its maximum, kW, from the DGX datasheets: accelerators and host together. */
    @ParameterizedTest
    @CsvSource({
        "dgx-1-v100-32gb, 3.5",
        "dgx-a100-80gb, 6.5",
        "dgx-h100, 10.2",
        "dgx-h200, 10.2",
        "dgx-b200, 14.3",
        "dgx-b300, 14"
    })
    void hostAndAcceleratorsMakeTheSystemsPower(String id, double kilowatts) {
        NodeType node = CATALOGUE.node(id);
        assertThat(node.host().watts() + node.devices() * node.accelerator().watts())
                .isCloseTo(kilowatts * 1000, within(1e-6));
    }
}

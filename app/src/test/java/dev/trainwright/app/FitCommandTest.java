package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FitCommandTest {
    /** The page's cell E; WP09 worked by hand; Mixtral in xtuner#275 (16 B x 46.70B: 10 as a floor, 16 in practice). */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--parameters 20e9 --bytes-per-parameter 4 --memory 16GB | /stateBytes | 80e9",
                "--parameters 20e9 --bytes-per-parameter 4 --memory 16GB | /devices | 5",
                "--parameters 70B --recipe mixed-adam-16 --memory 80GB | /stateBytes | 1120e9",
                "--parameters 70B --recipe mixed-adam-16 --memory 80GB | /devices | 14",
                "--parameters 70B --recipe mixed-adam-16 --memory 80GB | /exactDevices | 14",
                "--parameters 70B --recipe mixed-adam-16 --memory 80GB | /strategies/3/planDevices | 16",
                "--parameters 70B --recipe mixed-adam-16 --memory 80GB | /strategies/3/leftBytes | 0",
                "--parameters 70B --recipe mixed-adam-16 --memory 80GiB | /devices | 14",
                "--parameters 70B --recipe mixed-adam-16 --memory 80GiB | /exactDevices | 13.0385160446167",
                "--parameters 46702792704 --recipe mixed-adam-16 --memory 80GB | /devices | 10",
                "--parameters 46702792704 --recipe mixed-adam-16 --memory 80GB | /strategies/4/planDevices | 16",
                "--memory 24GB --bytes-per-parameter 16 | /largest/0/mostOnOne | 1.5e9",
                "--memory 24GB --bytes-per-parameter 16 --devices 8 | /largest/0/mostTogether | 12e9",
                // ZeRO-1 of 7.5e9 parameters: 4 + 12/n bytes, in the ZeRO paper's figure 1: 31.4 GB at n = 64
                "--parameters 7.5B --recipe mixed-adam-16 --memory 32GB | /strategies/1/devices | 45",
                "--parameters 7.5B --recipe mixed-adam-16 --memory 32GB | /strategies/3/devices | 4",
            })
    void byArithmetic(String options, String pointer, double expected) {
        Run run = Run.line("fit " + options + " --json");
        assertThat(run.code()).isZero();
        assertThat(run.number(pointer)).isCloseTo(expected, within(1e-9));
    }

    @Test
    void whatDoesNotFitSaysWhichStrategiesCanWork() {
        Run run = Run.line("fit --parameters 20e9 --bytes-per-parameter 4 --memory 16GB");
        assertThat(run.out())
                .contains("80 GB of states do not fit into one device of 16 GB", "at least 5 devices", "plan 8")
                .contains("Activations, logits, buffers");
        assertThat(Run.line("fit --parameters 1B --bytes-per-parameter 4 --memory 16GB")
                        .out())
                .contains("data parallelism can work");
    }

    /**
     * deepspeedai/DeepSpeed#4527: 6,805M parameters, largest layer 131M, 4 devices; its ZeRO-3 estimator prints 29.01, 3.66 and 0.49 a device, 152.10 and 171.12 a host. The ZeRO paper's figure 1 of 7.5e9 on
     * 64 devices: 120, 31.4, 16.6 and 1.9 GB.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--parameters 6805M --largest-layer 131M --devices 4 --zero 3 | /deepSpeed/0/deviceBytes | 29.01 | 1073741824",
                "--parameters 6805M --largest-layer 131M --devices 4 --zero 3 | /deepSpeed/2/deviceBytes | 3.66 | 1073741824",
                "--parameters 6805M --largest-layer 131M --devices 4 --zero 3 | /deepSpeed/2/hostBytes | 152.10 | 1073741824",
                "--parameters 6805M --largest-layer 131M --devices 4 --zero 3 | /deepSpeed/4/hostBytes | 171.12 | 1073741824",
                "--parameters 6805M --largest-layer 131M --devices 4 --zero 3 | /stages/0/deviceBytes | 29.01 | 1073741824",
                "--parameters 6805M --largest-layer 131M --devices 4 --zero 3 --offload optimizer-and-parameters | /stages/0/deviceBytes | 0.488 | 1073741824",
                "--parameters 2851M --devices 8 --zero 2 | /deepSpeed/0/deviceBytes | 15.93 | 1073741824",
                "--parameters 7.5B --recipe mixed-adam-16 --devices 64 --offload none | /stages/0/deviceBytes | 120 | 1e9",
                "--parameters 7.5B --recipe mixed-adam-16 --devices 64 --offload none | /stages/1/deviceBytes | 31.4 | 1e9",
                "--parameters 7.5B --recipe mixed-adam-16 --devices 64 --offload none | /stages/2/deviceBytes | 16.6 | 1e9",
                "--parameters 7.5B --recipe mixed-adam-16 --devices 64 --offload none | /stages/3/deviceBytes | 1.9 | 1e9",
            })
    void onEachDevice(String options, String pointer, double expected, double unit) {
        Run run = Run.line("fit " + options + " --json");
        assertThat(run.code()).isZero();
        assertThat(run.number(pointer) / unit)
                .isCloseTo(expected, within(unit == 1e9 ? 0.05 : 0.006)); // half of the last digit printed
    }

    /** lm-sys/FastChat#1251: LoRA is 2 or 4 B a backbone parameter and 12 B an adapter parameter. InternLM/xtuner#88: neither DDP nor ZeRO-2 shards the 4-bit weights. */
    @Test
    void adaptersOnFrozenWeights() {
        assertThat(Run.line("fit --parameters 7B --adapter 40M --bytes-per-parameter 12 --memory 24GB --json")
                        .number("/stateBytes"))
                .isEqualTo(2 * 7e9 + 12 * 40e6);
        Run run = Run.line(
                "fit --parameters 69B --adapter 207M --base nf4 --devices 8 --memory 24GB --offload none --json");
        assertThat(run.json().at("/strategies/2/works").asBoolean()).isFalse();
        assertThat(run.json().at("/strategies/3/works").asBoolean()).isTrue();
        double base = 69e9 * (4 + 0.127) / 8; // nf4 with double quantisation: 0.127 bits more (QLoRA, arXiv 2305.14314)
        assertThat(run.number("/stages/0/weightBytes")).isEqualTo(base + 4 * 207e6);
        assertThat(run.number("/stages/2/weightBytes")).isEqualTo(base + 4 * 207e6);
        assertThat(run.number("/stages/3/weightBytes")).isEqualTo((base + 4 * 207e6) / 8);
    }

    @Test
    void oneStageDecides() {
        String options = "fit --parameters 7B --devices 2 --memory 40GB ";
        assertThat(Run.line(options + "--zero 2").code()).isEqualTo(1);
        assertThat(Run.line(options + "--zero 2 --offload optimizer").code()).isZero();
        assertThat(Run.line(options + "--zero 2").out()).contains("they do not fit into 40 GB, by 30 GB");
    }

    @Test
    void tooFewDevicesExit1() {
        assertThat(Run.line("fit --parameters 20e9 --bytes-per-parameter 4 --memory 16GB --devices 4")
                        .code())
                .isEqualTo(1);
        assertThat(Run.line("fit --parameters 20e9 --bytes-per-parameter 4 --memory 16GB --devices 5")
                        .code())
                .isZero();
    }

    @Test
    void withoutARecipeAllAreShown() {
        Run run = Run.line("fit --parameters 70B --memory 80GB --json");
        assertThat(run.json().at("/recipes"))
                .extracting(recipe -> recipe.at("/recipe").asString())
                .contains("mixed-adam-16", "mixed-adam-18", "mixed-adam-20");
    }

    @Test
    void aModelOnANodeIsCountedInFullAndItsLargestIsFound() {
        Run run = Run.line(
                "fit --model llama-3.1-8b --node dgx-h100 --sequence 2048 --zero 3 --recompute full --max --json");
        assertThat(run.code()).isZero();
        assertThat(run.json().at("/memory/fits").asBoolean()).isTrue();
        long batch = (long) run.number("/largest/microBatch");
        String options =
                "fit --model llama-3.1-8b --node dgx-h100 --sequence 2048 --zero 3 --recompute full --micro-batch ";
        assertThat(Run.line(options + batch).code()).isZero();
        assertThat(Run.line(options + (batch + 1)).code()).isEqualTo(1);
        assertThat(run.number("/largest/layers")).isGreaterThan(32);
    }

    @Test
    void aModelThatDoesNotFitExits1() {
        Run run = Run.line("fit --model llama-3.1-70b --node dgx-h100 --sequence 2048");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).startsWith("Does not fit by ");
    }

    @Test
    void aJobFileWorksToo() {
        assertThat(Run.line("fit ../examples/llama3-8b-8xh100.yaml").out()).startsWith("Fits: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--parameters 20e9",
                "--parameters 20e9 --memory 16GB --recipe mixed-adam-17",
                "--parameters 20e9 --memory 16GB --recipe mixed-adam-16 --bytes-per-parameter 4",
                "--parameters 0 --memory 16GB",
                "--parameters 1.5 --memory 16GB",
                "--parameters 20e9 --memory 16Gb",
                "--parameters 20e9 --memory 16GB --max",
                "--parameters 20e9 --memory 16GB --model llama-3.1-8b --node dgx-h100",
                "--model llama-3.1-8b",
                "--model llama-3.1-8b --node dgx-h1000",
                "--model llama-3.1-8b --node dgx-h100 --tp 3",
                "--zero 3",
                "--parameters 7B --zero 3",
                "--parameters 7B --devices 2 --zero 4",
                "--parameters 7B --devices 2 --zero 1 --offload optimizer-and-parameters",
                "--parameters 7B --devices 2 --zero 2 --largest-layer 131M",
                "--parameters 7B --devices 2 --largest-layer 8B",
                "--parameters 7B --devices 2 --zero 2 --bytes-per-parameter 16",
                "--adapter 40M --memory 24GB",
                "--parameters 7B --devices 2 --base nf4",
                "--parameters 7B --devices 2 --adapter 40M --base nf5",
                "../examples/llama3-8b-8xh100.yaml --zero 3",
                "no-such-file.yaml",
            })
    void whatCannotBeUsedExits2(String options) {
        Run run = Run.line("fit " + options);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isNotEmpty();
    }
}

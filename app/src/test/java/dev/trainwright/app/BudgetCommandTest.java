package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code budget} against published runs. */
class BudgetCommandTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    # Touvron et al., arXiv 2302.13971: LLaMA 65B, 380 tokens/s of each of 2,048 devices: 20.8 days
                    --parameters 65B --tokens 1.4T --token-rate 380tokens/s --devices 2048                     | /hours                    | 499.7
                    --parameters 65B --tokens 1.4T --token-rate 380tokens/s --devices 2048                     | /deviceHours              | 1023392
                    # the same, table 15: LLaMA 13B took 135,168 device-hours, an MFU of 51.4 %
                    --parameters 13B --tokens 1T --device-hours 135168 --accelerator a100-sxm-80gb             | /mfu                      | 0.514
                    # zai-org/GLM-130B#75: 400 B tokens, 768 A100-40, 60 days: an MFU of 25.1 %
                    --parameters 130B --tokens 400B --devices 768 --time 60d --peak 312TFLOP/s                 | /mfu                      | 0.251
                    # BLOOM: 176.247 B parameters, 366 B tokens, 1,082,990 hours on 384 A100: 117.5 days, 99 TFLOP/s
                    --parameters 176.247B --tokens 366B --device-hours 1082990 --devices 384                   | /hours                    | 2820.3
                    --parameters 176.247B --tokens 366B --device-hours 1082990 --devices 384                   | /flopPerSecondPerDevice   | 99.3e12
                    # DeepSeek-V3: 2.788 M device-hours at 2 USD are 5.576 M USD, 56.7 days on 2,048
                    --tokens 14.8T --money 5576000USD --price 2USD/h --devices 2048                            | /deviceHours              | 2788000
                    --tokens 14.8T --device-hours 2.788M --price 2USD/h --devices 2048                         | /cost                     | 5576000
                    --tokens 14.8T --device-hours 2788000 --price 2USD/h --devices 2048                        | /hours                    | 1361.3
                    # MosaicML, MPT-7B: 6.65 B parameters, 10^12 tokens, 9.5 days: 48.6 PFLOP/s together
                    --parameters 6.65B --tokens 1T --devices 1 --time 9.5d                                     | /flopPerSecondPerDevice   | 48.6e15
                    # karpathy/nanoGPT: 600,000 steps of 491,520 tokens, 4 days on 8 A100: an MFU of 25.5 %
                    --model gpt-2 --tokens 294912000000 --devices 8 --time 4d --accelerator a100-sxm-40gb      | /mfu                      | 0.255
                    # OpenBMB/MiniCPM#190: 1.1 x 10^12 tokens in two weeks on 160 A100, 2.44 B parameters: 26.7 %
                    --parameters 2.44B --tokens 1.1T --devices 160 --time 14d --accelerator a100-sxm-80gb      | /mfu                      | 0.267
                    # and back: from speed and device-hours to tokens, parameters, devices
                    --parameters 13B --mfu 51.4% --accelerator a100-sxm-80gb --device-hours 135168             | /tokens                   | 1e12
                    --tokens 1T --flops 160.3TFLOP/s --device-hours 135168                                     | /parameters               | 13e9
                    --tokens 1.4T --token-rate 380tokens/s --time 20.82d                                       | /devices                  | 2048
                    """)
    void amountsToWhatWasPublished(String given, String pointer, double expected) {
        Run run = Run.line("budget " + given.strip() + " --json");
        assertThat(run.number(pointer)).as(run.err()).isCloseTo(expected, withinPercentage(0.3));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    # a page prints 280,000 device-hours for DeepSeek-V3, ten times too few: no H800 does that
                    --parameters 37B --tokens 14.8T --device-hours 280000 --accelerator h100-sxm | no device exceeds its peak
                    --parameters 7B --tokens 1T --mfu 120% --accelerator h100-sxm --devices 8    | --mfu: 120%: no device exceeds its peak
                    --parameters 7B --tokens 1T --flops 2PFLOP/s --accelerator h100-sxm          | above the device's peak, 989.4 TFLOP/s
                    --parameters 7B --tokens 1T --mfu 40% --devices 8                            | give --accelerator or --peak
                    --parameters 7B --tokens 0 --devices 0                                       | --devices: 0: must be from 1
                    --parameters 7B --tokens 1T --flops 1TFLOP/s --devices 8 --time 3d           | leave out what is asked for
                    --parameters 7B --tokens 1T                                                  | 2 are open
                    --tokens 1T --token-rate 5tokens/s --money 5USD                              | --money needs a --price
                    --tokens 1T --token-rate 5tokens/s --money 5EUR --price 1USD/h               | different currencies
                    --tokens 1T --token-rate 5tokens/s --accelerator nope                        | unknown accelerator
                    --model resnet-50 --tokens 1T --flops 1TFLOP/s                               | for transformers
                    """)
    void isRefused(String given, String words) {
        Run run = Run.line("budget " + given.strip());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(words);
    }
}

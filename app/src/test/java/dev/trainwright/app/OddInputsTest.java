package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Numbers at and beyond the edge: the right answer in words or an error that names the option, never infinity, NaN, a stack trace or a silent rounding. The figures
 * are S(k) = T_c / (T_c/k + T_s) and the other formulas of the page by hand.
 */
class OddInputsTest {
    private static final Pattern BROKEN =
            Pattern.compile("Infinity|\\bNaN\\b(?!: not a number)|Exception|internal error|\\tat ");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            speedup --compute 400ms --comm 0ms --devices 4                          | 0 | speedup 4, efficiency 100.0 %
            speedup --compute 400ms --comm 0ms --target 1000000                     | 0 | takes 1,000,000 devices
            speedup --compute 400ms --comm 50ms --devices 4                         | 0 | Half of it takes 8 devices, at an efficiency of 50.0 %.
            speedup --compute 400ms --comm 30ms --devices 4                         | 0 | Half of it takes 14 devices, at an efficiency of 48.8 %
            speedup --compute 400ms --comm 50ms --devices 1                         | 0 | 1 device: speedup 1, efficiency 100.0 %
            speedup --compute 400ms --comm 800ms --devices 4                        | 0 | speedup 0.4444
            speedup --compute 400ms --comm 800ms --target 2                         | 1 | with 100 ms, 4 devices would do
            speedup --compute 400ms --comm 50ms --target 8                          | 1 | No number of devices reaches a speedup of 8
            speedup --compute 400ms --comm 50ms --target 8.0000001                  | 1 | a speedup of 8.0000001: synchronisation alone keeps it below 8
            speedup --compute 400ms --comm 50ms --target 7.999999                   | 0 | A speedup of 7.999999 takes 63,999,992 devices: 7.999999 is reached
            speedup --compute 400ms --comm 50ms --target 0.5                        | 0 | takes 1 device
            speedup --compute 400ms --comm 50ms --target 1000 --scaling weak        | 0 | takes 1,125 devices
            speedup --compute 400ms --comm 50ms --step 100ms --devices 4            | 1 | a figure is wrong
            speedup --hours 10h --devices 8                                         | 1 | cannot be computed
            fit --parameters 20e9 --memory 16GB --bytes-per-parameter 4 --devices 4 | 1 | There are only 4
            fit --parameters 20e9 --memory 16GB --bytes-per-parameter 4 --devices 5 | 0 | at least 5 devices
            fit --parameters 1e15 --memory 1kB --bytes-per-parameter 1000           | 0 | 1,000,000,000,000,000
            fit --model gpt3-175b --node dgx-h100 --sequence 2048 --max             | 1 | Does not fit
            accumulate --global-batch 64 --micro-batch 128                          | 1 | that would be 0.5 steps
            accumulate --global-batch 1000003 --micro-batch 7 --replicas 11         | 1 | that would be 12,987.1 steps
            accumulate --global-batch 64 --micro-batch 64                           | 0 | Accumulate 1 micro-batch of 64, divide the sum by 1
            accumulate --steps 8 --batches-per-epoch 3                              | 0 | micro-batches of the last  3
            accumulate --micro-counts 3,1 --micro-means -2,2                        | 0 | mean of all items (right)  -1
            accumulate --measured 1=22.2s,4=10s                                     | 1 | which means
            straggler --times 90ms                                                  | 0 | One worker waits for nobody: 90 ms
            straggler --distribution normal:100ms,0.1 --workers 1                   | 0 | One worker waits for nobody: 100 ms
            straggler --times 1s,1s                                                 | 0 | 1 update stale
            straggler --times 1s,1s --bytes 1GB --server-bandwidth 1Gb/s            | 0 | 0.125 updates a second of the 2
            straggler --times 1000000000s,1ns                                       | 0 | Synchronous: 11,574 d
            compare --compute 400ms --config X:k=1,comm=5ms --config Y:k=4,comm=500ms | 0 | X is fastest: speedup 1 against 0.6667
            compare --compute 400ms --config X:k=4,comm=0ms --config Y:k=8,comm=0ms   | 0 | all cost the same
            compare --config X:k=4,comm=5ms,compute=1s --config Y:k=8,comm=5ms,compute=2s | 0 | equally fast, with 255 ms an iteration
            bubble --stages 1 --micro-batches 4                                     | 0 | no bubble
            bubble --stages 8 --at-most 10% --chunks 4                              | 0 | 16 micro-batches
            failures --mtbf 1s --checkpoint 1h                                      | 1 | hardly any work survives
            speedup --compute 400ms --comm 50ms --target 7.999999999999             | 0 | A speedup of 7.999999999999 takes 63,999,999,999,992 devices
            speedup --compute 1ns --comm 1ms --devices 1000                         | 0 | 1,000 devices: speedup 0.000001, efficiency <0.1 %
            bubble --stages 1000000 --micro-batches 1                               | 0 | The bubble is >99.9 % of the wall time
            accumulate --global-batch 1 --micro-batch 1                             | 0 | then update once: 1 sample.
            straggler --times 1ns,1h                                                | 0 | 2 updates take 2 ns (harmonic mean)
            failures --mtbf 3h --checkpoint 60s --restart 4h                        | 0 | A failure every 3 h
            fit --parameters 20e9 --bytes-per-parameter 4 --memory 80GB             | 0 | leave 0 B
            forecast ../examples/measured-cell-b.yaml --set cluster.devices=1       | 0 | One device: speedup 1
            plan ../examples/llama3-8b-64xh100.yaml --set workload.globalBatch=1 --max-pp 1 --top 1 | 0 | Best by time
            """)
    void areAnswered(String command, int code, String words) {
        Run run = Run.line(command);
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(code);
        assertThat(run.out() + run.err()).contains(words);
        assertThat(run.out() + run.err()).doesNotContainPattern(BROKEN);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            speedup                                                         | --devices
            speedup --compute 400ms --speedup 5 --devices 4                 | more than ideal
            speedup --compute 400ms --speedup 2 --devices 1                 | one device does not synchronise
            speedup --measured 8=100samples/s,16=250samples/s               | 16 devices each do 1.25 times as much as one of 8
            speedup --measured 8=100samples/s                               | two or more numbers of devices
            speedup --measured 8=100samples/s,8=90samples/s                 | 8 devices are given twice
            speedup --measured 8=100samples/s,16=2s                         | the same measure
            speedup --measured 0=100samples/s,16=-2samples/s                | --measured: -2samples/s: negative
            speedup --measured 8=100,16=150                                 | --measured: 100: the unit is missing
            speedup --measured 8,16                                         | expected K=RATE
            speedup --measured 8=1s/device,16=1s                            | a time is not one of each device
            speedup --measured 8=10samples/s,16=15samples/s --gradients 1GB | give --batch
            speedup --measured 8=10samples/s,16=15samples/s --compute 1s    | and nothing else
            speedup --compute 0ms --comm 50ms --devices 4                   | --compute: 0ms: must be above zero
            speedup --compute -400ms --comm 50ms --devices 4                | --compute: -400ms: negative
            speedup --compute NaNms --comm 50ms --devices 4                 | --compute: NaNms: not a number
            speedup --compute 400 --comm 50ms --devices 4                   | --compute: 400: the unit is missing
            speedup --compute 400GB --comm 50ms --devices 4                 | unknown unit GB
            speedup --compute 1e308s --comm 1e-308s --devices 4             | --comm: 1e-308s: the number is out of range
            speedup --compute 400ms --comm 50ms --target 1e308              | --target: 1e308: the number is out of range
            speedup --compute 400ms --comm 50ms --devices 0                 | --devices: 0: must be from 1
            speedup --compute 400ms --comm 50ms --devices 1.5               | --devices: 1.5: not a whole number
            speedup --compute 400ms --comm 50ms --devices 1e19              | --devices: 1e19: larger
            speedup --compute 400ms --comm 50ms --devices                   | --devices
            speedup --compute 400ms --comm 50ms --device 4                  | --devices
            speedup --compute 400ms --compute 1s --comm 50ms --devices 4    | only once
            speedup --compute 400ms --comm 50ms --devices 4 --price 2USD/h  | --price needs --hours
            speedup --compute 400ms --comm 50ms --gradients 1GB --link 10Gb/s --devices 4 | give one of them
            speedup --compute 400ms --gradients 0GB --link 10Gb/s --devices 4 | --gradients: 0GB: must be above zero
            fit                                                             | give one of
            fit --parameters 1e18 --memory 1B --bytes-per-parameter 1e6     | --parameters: 1e18: must be from 1 to 1,000,000,000,000,000
            fit --parameters 1e9 --memory 1B --bytes-per-parameter 1e6      | --bytes-per-parameter: 1e6: must be 1,000 or less
            fit --parameters 20e9 --memory 1B --bytes-per-parameter 4       | --memory: 1B: no device
            fit --parameters 20e9 --memory 16                               | the unit is missing
            fit --parameters 20e9 --memory 16GB --reserve 99.9999999999%    | must be 99 % or less
            fit --parameters 20e9 --memory 16GB --set layout.tp=2           | --set
            fit --model llama-3.1-8b --node dgx-h100 --sequence 8192 --tp 3 | --tp: tp x pp x cp = 3
            fit --model llama-3.1-8b --node nope --sequence 8192            | --node: "nope": unknown node
            fit --model nope --node dgx-h100 --sequence 8192                | --model: "nope": no such file
            evidence --rows nothere.csv                                     | nothere.csv: no such file
            train ../examples/train-small-gpt.yaml --steps 2 --slow 7=1     | --slow
            fit ../examples/measured-cell-b.yaml --max                      | says nothing of its activations
            accumulate --global-batch 64                                    | two give the third
            accumulate --global-batch 64 --micro-batch 8 --steps 4          | leave one out
            accumulate --micro-counts 3,0 --micro-means 2,1                 | --micro-counts: 0
            accumulate --measured 1=22.2s,1=30s                             | two different numbers
            straggler --times 0ms,90ms                                      | --times: 0ms: must be above zero
            straggler --times 90ms,90ms --backup 2                          | --backup: 2: must be from 0 to 1
            straggler --times 90ms --distribution normal:100ms,0.1          | give one of them
            straggler --distribution normal:100ms,0.1                       | --distribution needs --workers
            straggler --distribution normal:100ms,5 --workers 4             | negative times
            straggler --times 1s,1s --servers 2                             | --servers needs --bytes
            compare --compute 400ms --config X:k=4,comm=5ms                 | at least two
            compare --compute 400ms --config X:k=4,comm=5ms --config X:k=8,comm=5ms | the name is used twice
            compare --compute 400ms --config X:k=4,comm=5ms,comm=6ms --config Y:k=4,comm=5ms | comm is given twice
            bubble --stages 8 --micro-batches 4 --chunks 3                  | a multiple of the 8 stages
            bubble --stages 8 --at-most 100%                                | below 100 %
            failures --count 0 --over 54d --checkpoint 60s                  | --count: 0
            drill Z                                                         | A to I
            speedup --compute 400ms --comm 50ms --devices 4 --hours 1e300h --price 1e300USD/h | --hours: 1e300h: the number is out of range
            accumulate --compute 1e300h --comm 1e300h --steps 4              | --compute: 1e300h: the number is out of range
            straggler --times 1e300h,1e-300s                                | --times: 1e300h: the number is out of range
            failures --mtbf 1e300h --checkpoint 1e-300s                     | --mtbf: 1e300h: the number is out of range
            forecast ../examples/llama3-8b-8xh100.yaml --set cluster.price=1e300USD/h | cluster.price
            forecast ../examples/llama3-8b-8xh100.yaml --set cluster.checkpoint=1e300h | cluster.checkpoint
            forecast ../examples/llama3-8b-8xh100.yaml --set cluster.deviceMtbf=1s | training does not advance
            train ../examples/train-small-gpt.yaml --timeout 0              | seconds of the timeout: at least 1, not 0
            train ../examples/train-small-gpt.yaml --clip -1                | a clipping norm: at least 0, not -1
            model /dev/null                                                 | is not a file
            launch --for nomad ../examples/train-small-gpt.yaml             | slurm
            plan ../examples/llama3-8b-64xh100.yaml --schedules fast        | gpipe, 1f1b, interleaved
            """)
    void areRefused(String command, String words) {
        Run run = Run.line(command);
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(words).doesNotContainPattern(BROKEN);
    }
}

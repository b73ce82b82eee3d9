package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Questions in plain English, answered as by hand: the page's cells and the project's word problems (WP02 to WP30, in words of their own). */
class AskCommandTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            We train on 1 GPU in 20 hours. Compute is 400 ms/iter, sync is 50 ms over our current network. If I buy 4 GPUs, how many hours will training take? And is it worth buying 4 more (8 total)? | 0 | 4 devices: speedup 2.667, efficiency 66.7 %, 7.5 h. 8 devices: speedup 4, efficiency 50.0 %, 5 h.
            A step is 0.9 s of pure compute on a single card and the all-reduce takes 60 ms. What do 30 cards give? | 0 | 30 devices: speedup 10, efficiency 33.3 %
            Compute 0.6 s, communication 40 ms. I want to be five times faster. How many GPUs? | 0 | A speedup of 5 takes 8 devices
            300 ms compute, 30 ms sync. How many GPUs make it ten times faster? | 1 | No number of devices reaches a speedup of 10
            The 20-hour job (400 ms compute, 50 ms sync) runs at $2.50 per GPU-hour. What do one, four and eight GPUs cost? | 0 | 1 device: speedup 1, efficiency 100.0 %, 20 h. 4 devices
            Training takes 10 hours on one GPU. We bought 8. How long now?    | 1 | cannot be computed
            With 400 ms of compute and 50 ms of communication, are 1,024 A100 GPUs worth it?    | 0 | 1,024 devices: speedup 7.938
            A step is 300 ms, of which 250 ms compute and 80 ms all-reduce. What speedup on 4 GPUs? | 1 | a figure is wrong
            Compute is 400 ms, communication 50 ms. What is the ceiling?      | 0 | the speedup stays below 8
            T_compute = 400 ms, sync over slow 10 Gb Ethernet costs T_comm = 50 ms, k = 4. What speedup? | 0 | 4 devices: speedup 2.667
            A job takes 20 hours on one GPU, compute 400 ms, sync 50 ms. How many GPUs to finish in 5 hours? | 0 | takes 8 devices
            One GPU: 30 hours. Eight GPUs: 6 hours. Compute is half a second. How long on 16 GPUs? | 0 | 16 devices: speedup 7.273, efficiency 45.5 %, 4.125 h
            On one GPU an iteration takes 1.27 s; on two GPUs each iteration takes 2.07 s, with the same batch per GPU. Did the second GPU help? | 0 | 2 devices: speedup 1.227, efficiency 61.4 %
            Training takes 12 hours on 8 GPUs; compute is 400 ms and sync 50 ms. How long on 16? | 0 | 16 devices: speedup 5.333, efficiency 33.3 %, 9 h
            400 ms of compute; what sync can I afford to be 6x faster on 8 GPUs? | 0 | at most 16.67 ms
            Gradients of 1.25 GB go round a ring of two machines, one 10-gigabit port each. How long is the sync? | 0 | 2 devices: synchronisation takes 1 s
            How long does a ring all-reduce of 500 million parameters at 4 bytes take over 10 Gb/s between 2 GPUs? | 0 | takes 1.6 s
            Cluster X: k = 4, T_comm = 5 ms. Cluster Y: k = 8, T_comm = 60 ms. T_compute = 400 ms in both. Which trains faster? | 0 | X is fastest: speedup 3.81 against 3.636 of Y
            A model of 20 billion parameters in float32 (4 bytes each), GPUs of 16 GB: how many?  | 0 | at least 5 devices
            70B parameters at 16 bytes per parameter. How many 80 GB cards? And if the cards are 80 GiB? | 0 | into one device of 85.9 GB
            What is the largest model that eight 80 GB GPUs hold at 16 bytes per parameter? | 0 | hold 40,000,000,000
            An effective batch of 64, but the GPU only fits a micro-batch of 8. How many accumulation steps? | 0 | divide the sum by 8
            Global batch 1000, micro-batch 8, 12 data-parallel workers. How many accumulation steps? | 1 | 10.42 steps
            4 GPUs, each micro-step 100 ms of compute, all-reduce 50 ms, 4 accumulation steps: with and without no_sync? | 0 | 450 ms
            Four workers take 90, 95, 100 and 300 ms. Synchronous or asynchronous? | 0 | Synchronous: 300 ms an iteration. Asynchronous: 146.25 ms
            Seven workers take 100 ms and one takes 300 ms. Sync or async? | 0 | 8 updates take 109.1 ms
            Eight pipeline stages, 32 micro-batches, plain 1F1B. How many micro-batches for a bubble of at most 10 %? | 0 | takes 63 micro-batches
            We counted 419 failures in 54 days; a checkpoint takes 60 s and a restart 5 minutes. How often to save? | 0 | A failure every 3.093 h
            Each of 16,384 GPUs fails once in 50,000 hours. A checkpoint takes 60 s. | 0 | A failure every 3.052 h
            """)
    void isAnswered(String question, int code, String words) {
        Run run = Run.of("ask", question);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).startsWith("Read as: trainwright ").contains(words);
        assertThat(run.code()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            How much faster are 4 GPUs if an iteration takes 400 ms and 50 ms?                   | 50 ms: is it compute
            Compute is 400 ms and the sync of 50 ms is compute too. 4 GPUs?                     | 50 ms: is it compute
            Compute is 400 ms, no, compute is 300 ms, sync 50 ms. 4 GPUs?                       | 300 ms: beside 400ms
            Batch 1000, compute 400 ms, sync 50 ms, 4 GPUs?                                     | 1000: is it parameters
            Compute is -400 ms, sync 50 ms, 4 GPUs?                                             | -400: negative
            Four workers take 90, 95 and 300 ms. Synchronous or asynchronous?                   | say how many take how long
            On one GPU an iteration takes 1.2 s, on two GPUs 2.0 s per iteration. Speedup?      | the same batch per device
            300 GPUs; a failure every 3 hours; a checkpoint takes 60 s.                         | one device fail so often, or the whole cluster
            A step needs 7B weights over 10 Gb/s between 4 GPUs. How long?                      | the bytes of each
            Two workers take 1 s, 1e30 workers take 2 s. Asynchronous?                          | say how many take how long
            Half of the 80 ms all-reduce is hidden behind backward. Compute is 320 ms. 8 GPUs?  | hidden: what runs beside compute
            Data loading takes 150 ms per batch, compute 100 ms and sync 20 ms. 4 GPUs?         | Data load: what runs beside compute
            Is it worth it?                                                                     | names no number
            """)
    void isAskedBack(String question, String words) {
        Run run = Run.of("ask", question);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("not understood", words);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            99999999999999999999 GPUs and 4 more, compute 400 ms, sync 50 ms?  | larger than 9223372036854775807
            4.5 GPUs and 4 more, compute 400 ms, sync 50 ms?                    | not a whole number
            80 gb cards, 7B parameters at 2 bytes each?                         | write GB (1000^3 bytes) or GiB
            """)
    void whatNoOptionTakesIsRefusedAsTheOptionWould(String question, String words) {
        Run run = Run.of("ask", question);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(words);
    }
}

package dev.trainwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Questions in plain English, answered as by hand: the page's cell H and the project's word problems (WP02 to WP24, in words of their own). */
class AskCommandTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            We train on 1 GPU in 20 hours. Compute is 400 ms/iter, sync is 50 ms over our current network. If I buy 4 GPUs, how many hours will training take? And is it worth buying 4 more (8 total)? | 0 | 4 devices: speedup 2.667, efficiency 66.7 %, 7.5 h. 8 devices: speedup 4, efficiency 50.0 %, 5 h.
            A step is 0.9 s of pure compute on a single card and the all-reduce takes 60 ms. What do 30 cards give? | 0 | 30 devices: speedup 10, efficiency 33.3 %
            Compute 0.6 s, communication 40 ms. I want to be five times faster. How many GPUs? | 0 | A speedup of 5 takes 8 devices
            300 ms compute, 30 ms sync. How many GPUs make it ten times faster? | 1 | No number of devices reaches a speedup of 10
            The 20-hour job (400 ms compute, 50 ms sync) runs at $2.50 per GPU-hour. What do one, four and eight GPUs cost? | 0 | 100.00 USD
            Training takes 10 hours on one GPU. We bought 8 GPUs. How long now? | 1 | cannot be computed
            With 400 ms of compute and 50 ms of communication, are 1,024 A100 GPUs worth it?    | 0 | 1,024 devices: speedup 7.938
            A step is 300 ms, of which 250 ms compute and 80 ms all-reduce. What speedup on 4 GPUs? | 1 | a figure is wrong
            """)
    void isAnswered(String question, int code, String words) {
        Run run = Run.of("ask", question);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).startsWith("Read as: trainwright speedup --").contains(words);
        assertThat(run.code()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            How much faster are 4 GPUs if an iteration takes 400 ms and 50 ms?                   | 50 ms: is it compute
            Compute is 400 ms and the sync of 50 ms is compute too. 4 GPUs?                     | 50 ms: is it compute
            Compute is 400 ms, no, compute is 300 ms, sync 50 ms. 4 GPUs?                       | 300ms: beside 400ms
            Global batch 1000, compute 400 ms, sync 50 ms, 4 GPUs?                              | 1000: of what?
            One GPU: 30 hours. Eight GPUs: 6 hours. Compute is 500 ms.                          | 6h: beside 30h
            Compute is -400 ms, sync 50 ms, 4 GPUs?                                             | -400: negative
            Compute is 400 ms, sync 50 ms, 8xA100?                                              | 8xa100: of what?
            Is it worth it?                                                                     | names no time
            """)
    void isAskedBack(String question, String words) {
        Run run = Run.of("ask", question);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("not understood", words);
    }
}

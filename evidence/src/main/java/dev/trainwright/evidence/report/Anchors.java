package dev.trainwright.evidence.report;

import dev.trainwright.evidence.score.Errors;
import dev.trainwright.evidence.score.FileScore;
import dev.trainwright.evidence.score.Outcome;
import dev.trainwright.evidence.score.Results;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;

/** Errors that other forecasters reach or publish on the same runs, beside Trainwright's. */
final class Anchors {
    private static final List<String> FRAMEWORKS =
            List.of("llm_foundry", "nemo_2407", "megatron_bridge", "torchtitan", "bigscience", "maxtext");

    /** One line: what is compared, what the others reach, what this project wants, and what it reaches. */
    private record Line(String runs, String others, String wanted, Function<Results, String> reached) {}

    private static final List<Line> LINES = List.of(
            new Line(
                    "GPT on A100, 64 to 512 GPUs, time, mean",
                    "Calculon 19.8 %, vTrain 14.7 % (profiled on a GPU)",
                    "8 %, then 5 %",
                    results -> mean(
                            runs(results, "vtrain", run -> devices(run) >= 64).time())),
            new Line(
                    "GPT on A100, one node, time, mean",
                    "Calculon 39.0 %, vTrain 8.4 %",
                    "10 %, then 6 %",
                    results -> mean(oneNode(results).time())),
            new Line(
                    "regret of the chosen layout there, mean / worst",
                    "Calculon 10.0 % / 53.5 %",
                    "2 % / 15 %",
                    results -> pair(
                            oneNode(results).choices().mean(),
                            oneNode(results).choices().max())),
            new Line(
                    "Llama on one node of B200, time / peak memory, mean",
                    "SimuMax 5.6 % / 0.46 % (profiled on that machine)",
                    "6 % / 2 %",
                    results -> {
                        FileScore score = runs(results, "simumax_b200", Anchors::llama);
                        return pair(score.time().mape(), score.memory().mape());
                    }),
            new Line(
                    "MPT under FSDP, NeMo, Megatron Bridge, torchtitan, BLOOM, MaxText, time, median / 90th percentile",
                    "none published",
                    "7 % / 20 %",
                    results -> {
                        Errors time = runs(results, "", run -> true).time();
                        return pair(time.medianApe(), time.p90Ape());
                    }),
            new Line(
                    "speedup of tables from one device to many, given the one device, median",
                    "none published",
                    "5 %",
                    results -> ScoreTable.percent(results.overall().scaling().medianApe())),
            new Line(
                    "collectives measured with nccl-tests and the like, time, median",
                    "none published",
                    "15 %",
                    results -> ScoreTable.percent(results.overall().collective().medianApe())),
            new Line(
                    "90 % intervals: share of runs inside",
                    "none gives any",
                    "88 to 94 %",
                    results -> ScoreTable.percent(results.overall().interval().coverage())));

    private Anchors() {}

    static String markdown(Results results) {
        StringBuilder text =
                new StringBuilder("| runs | other forecasters | wanted below | reached |\n|---|---|---|---:|\n");
        for (Line line : LINES) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %s | %s |%n",
                    line.runs,
                    line.others,
                    line.wanted,
                    line.reached.apply(results)));
        }
        return text.toString();
    }

    private static FileScore oneNode(Results results) {
        return runs(results, "vtrain", run -> devices(run) <= 8);
    }

    /** Scores of the runs of {@code file}, or of all frameworks' where it is empty, that {@code which} admits. */
    private static FileScore runs(Results results, String file, Predicate<Outcome.Forecasted> which) {
        List<Outcome> outcomes = results.outcomes().entrySet().stream()
                .filter(entry -> file.isEmpty()
                        ? FRAMEWORKS.contains(stem(entry.getKey()))
                        : stem(entry.getKey()).equals(file))
                .flatMap(entry -> entry.getValue().stream())
                .filter(outcome -> outcome instanceof Outcome.Forecasted run && which.test(run))
                .toList();
        return FileScore.of(file, outcomes, List.of(), List.of(), 0);
    }

    private static String stem(String file) {
        return file.replaceFirst("\\.csv$", "");
    }

    private static int devices(Outcome.Forecasted run) {
        return run.planned().job().cluster().devices();
    }

    private static boolean llama(Outcome.Forecasted run) {
        return run.planned()
                .job()
                .workload()
                .model()
                .name()
                .toLowerCase(Locale.ROOT)
                .contains("llama");
    }

    private static String mean(Errors errors) {
        return ScoreTable.percent(errors.mape());
    }

    private static String pair(double first, double second) {
        return ScoreTable.percent(first) + " / " + ScoreTable.percent(second);
    }
}

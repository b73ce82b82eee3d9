package dev.trainwright.evidence.score;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Scores as JSON: every error is a share, a figure without rows behind it is null. */
public final class ScoreJson {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private ScoreJson() {}

    /** {@code {"files": [...], "overall": {...}}}. */
    public static String of(List<FileScore> files, FileScore overall) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("files", files.stream().map(ScoreJson::file).toList());
        root.put("overall", file(overall));
        return JSON.writeValueAsString(root);
    }

    /** One file's scores as nested maps. */
    public static Map<String, Object> file(FileScore score) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("file", score.file());
        json.put("rows", score.rows());
        json.put("inputs", score.inputs());
        json.put("refused", score.refused());
        json.put("refusedReasons", score.refusals());
        json.put("time", errors(score.time()));
        json.put("oneDevice", errors(score.oneDevice()));
        json.put("memory", errors(score.memory()));
        json.put("outOfMemory", Map.of("rows", score.outOfMemory(), "said", score.outOfMemorySaid()));
        Map<String, Object> interval = new LinkedHashMap<>();
        interval.put("rows", score.interval().rows());
        interval.put("coverage", figure(score.interval().coverage()));
        interval.put("medianHalfWidth", figure(score.interval().medianHalfWidth()));
        json.put("interval", interval);
        json.put("scaling", errors(score.scaling()));
        json.put("collective", errors(score.collective()));
        Map<String, Object> regret = new LinkedHashMap<>();
        regret.put("groups", score.choices().groups());
        regret.put("mean", figure(score.choices().mean()));
        regret.put("max", figure(score.choices().max()));
        regret.put("rankCorrelation", figure(score.choices().rankCorrelation()));
        json.put("regret", regret);
        return json;
    }

    private static Map<String, Object> errors(Errors errors) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("rows", errors.rows());
        json.put("mape", figure(errors.mape()));
        json.put("medianApe", figure(errors.medianApe()));
        json.put("p90Ape", figure(errors.p90Ape()));
        json.put("bias", figure(errors.bias()));
        json.put("worst", figure(errors.worst()));
        return json;
    }

    private static @Nullable Double figure(double value) {
        return Double.isNaN(value) ? null : value;
    }
}

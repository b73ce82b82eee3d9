package dev.trainwright.workload.hf;

import dev.trainwright.input.Format;
import dev.trainwright.input.Trees;
import dev.trainwright.workload.ParameterCount;
import dev.trainwright.workload.Transformer;

/** Reads configs written in tests, with apostrophes for quotation marks. */
final class Configs {

    private Configs() {}

    static Transformer read(String json) {
        return HuggingFaceConfig.read(Trees.parse("config.json", json.replace('\'', '"'), Format.PYTHON_JSON));
    }

    static long total(String json) {
        return ParameterCount.of(read(json)).total();
    }
}

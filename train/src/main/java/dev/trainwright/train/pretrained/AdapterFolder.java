package dev.trainwright.train.pretrained;

import dev.trainwright.train.checkpoint.Durable;
import dev.trainwright.train.checkpoint.SafeTensors;
import dev.trainwright.workload.FineTuning;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.bytedeco.pytorch.Tensor;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes low-rank adapters as PEFT does: {@code adapter_config.json} and {@code adapter_model.safetensors}.
 *
 * @param base path of the model below them, as PEFT will look for it
 */
public record AdapterFolder(FineTuning.LowRank adapters, String base) implements SavedModel {
    private static final String PREFIX = "base_model.model.";

    @Override
    public void write(Path folder, Map<String, Tensor> weights) throws IOException {
        Map<String, Tensor> named = new TreeMap<>();
        weights.forEach((name, tensor) -> named.put(PREFIX + name, tensor));
        SafeTensors.write(folder.resolve("adapter_model.safetensors"), named);
        Map<String, Object> config = new LinkedHashMap<>();
        config.put("peft_type", "LORA");
        config.put("task_type", "CAUSAL_LM");
        config.put("base_model_name_or_path", base);
        config.put("r", adapters.rank());
        config.put("lora_alpha", adapters.rank());
        config.put("lora_dropout", 0.0);
        config.put("bias", "none");
        config.put(
                "target_modules",
                adapters.targets().stream().map(target -> target + "_proj").toList());
        Durable.write(folder.resolve("adapter_config.json"), new JsonMapper().writeValueAsBytes(config));
    }
}

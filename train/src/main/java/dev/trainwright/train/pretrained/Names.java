package dev.trainwright.train.pretrained;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What parameters are called in a family's checkpoints. Here all are called as in Llama's.
 *
 * @param prefix in front of all names but the head's, which a bare model's checkpoint leaves out
 * @param rules a pattern of the name without its prefix, and where such a parameter is
 */
record Names(String prefix, Map<Pattern, Place> rules) {
    /** The names' prefix here. */
    static final String OWN = "model.";

    /** The output matrix, here and there. */
    static final String HEAD = "lm_head.weight";

    /**
     * Where a parameter is in a checkpoint.
     *
     * @param tensor its name, {@code $1} and so on taken from the pattern
     * @param transposed whether it is stored as inputs x outputs
     * @param part which of the parts, joined along the outputs, it is
     * @param parts 1 for a tensor of its own
     */
    record Place(String tensor, boolean transposed, int part, int parts) {
        static Place same(String tensor) {
            return new Place(tensor, false, 0, 1);
        }
    }

    /** GPT-2's: matrices of inputs x outputs; queries, keys and values in one (class Conv1D of transformers). */
    private static final Map<Pattern, Place> GPT2 = gpt2();

    private static final Map<Pattern, Place> LLAMA = Map.of(Pattern.compile("(.*)"), Place.same("$1"));

    /**
     * Those of {@code family}, for a checkpoint that holds {@code tensors}.
     *
     * @throws UnsupportedOperationException for a family whose names are not known
     */
    static Names of(String family, Iterable<String> tensors) {
        Names names = switch (family) {
            case "llama", "mistral", "mixtral", "qwen2", "Yi" -> new Names(OWN, LLAMA);
            case "gpt2" -> new Names("transformer.", GPT2);
            default ->
                throw new UnsupportedOperationException("weights of the family " + family
                        + " can be neither read nor written; of gpt2, llama, mistral, mixtral, qwen2 and Yi they can");
        };
        for (String tensor : tensors) {
            if (tensor.startsWith(names.prefix)) {
                return names;
            }
        }
        return tensors.iterator().hasNext() ? new Names("", names.rules) : names;
    }

    /** Where the parameter {@code name} is. */
    Place place(String name) {
        if (!name.startsWith(OWN)) {
            return Place.same(name);
        }
        String bare = name.substring(OWN.length());
        for (Map.Entry<Pattern, Place> rule : rules.entrySet()) {
            Matcher matcher = rule.getKey().matcher(bare);
            if (matcher.matches()) {
                Place place = rule.getValue();
                return new Place(
                        prefix + matcher.replaceFirst(place.tensor()), place.transposed(), place.part(), place.parts());
            }
        }
        throw new IllegalStateException("no rule for the name of " + name);
    }

    private static Map<Pattern, Place> gpt2() {
        Map<Pattern, Place> rules = new LinkedHashMap<>();
        rules.put(Pattern.compile("embed_tokens\\.(.*)"), Place.same("wte.$1"));
        rules.put(Pattern.compile("embed_positions\\.(.*)"), Place.same("wpe.$1"));
        rules.put(Pattern.compile("norm\\.(.*)"), Place.same("ln_f.$1"));
        rules.put(layer("input_layernorm\\.(.*)"), Place.same("h.$1.ln_1.$2"));
        rules.put(layer("post_attention_layernorm\\.(.*)"), Place.same("h.$1.ln_2.$2"));
        List<String> fused = List.of("q", "k", "v");
        for (int part = 0; part < fused.size(); part++) {
            String own = "self_attn\\." + fused.get(part) + "_proj\\.";
            rules.put(layer(own + "weight"), new Place("h.$1.attn.c_attn.weight", true, part, fused.size()));
            rules.put(layer(own + "bias"), new Place("h.$1.attn.c_attn.bias", false, part, fused.size()));
        }
        Map<String, String> products = new LinkedHashMap<>();
        products.put("self_attn\\.o_proj", "attn.c_proj");
        products.put("mlp\\.up_proj", "mlp.c_fc");
        products.put("mlp\\.down_proj", "mlp.c_proj");
        products.forEach((own, theirs) -> {
            rules.put(layer(own + "\\.weight"), new Place("h.$1." + theirs + ".weight", true, 0, 1));
            rules.put(layer(own + "\\.bias"), Place.same("h.$1." + theirs + ".bias"));
        });
        return rules;
    }

    private static Pattern layer(String rest) {
        return Pattern.compile("layers\\.(\\d+)\\." + rest);
    }
}

package dev.trainwright.train.pretrained;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What parameters are called in a family's checkpoints. Here all are called as in Llama's.
 *
 * @param prefix in front of all names but the head's, which a bare model's checkpoint leaves out
 * @param head patterns of the head's names, and where such a parameter is; it is called the same where there is none
 * @param rules a pattern of the name without its prefix, and where such a parameter is
 */
record Names(String prefix, Map<Pattern, Place> rules, Map<Pattern, Place> head) {
    /** The names' prefix here. */
    static final String OWN = "model.";

    /** The token table. */
    static final String TABLE = OWN + "embed_tokens.weight";

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

    private static final Map<Pattern, Place> BERT = bert();

    /** Its head for masked tokens. */
    private static final Map<Pattern, Place> BERT_HEAD = Map.of(
            Pattern.compile("lm_head\\.dense\\.(.*)"), Place.same("cls.predictions.transform.dense.$1"),
            Pattern.compile("lm_head\\.norm\\.(.*)"), Place.same("cls.predictions.transform.LayerNorm.$1"),
            Pattern.compile("lm_head\\.bias"), Place.same("cls.predictions.bias"));

    private static final Map<Pattern, Place> LLAMA = Map.of(Pattern.compile("(.*)"), Place.same("$1"));

    /**
     * Those of {@code family}, for a checkpoint that holds {@code tensors}.
     *
     * @throws UnsupportedOperationException for a family whose names are not known
     */
    static Names of(String family, Iterable<String> tensors) {
        Names names = switch (family) {
            case "llama", "mistral", "mixtral", "qwen2", "Yi" -> new Names(OWN, LLAMA, Map.of());
            case "gpt2" -> new Names("transformer.", GPT2, Map.of());
            case "bert" -> new Names("bert.", BERT, BERT_HEAD);
            default ->
                throw new UnsupportedOperationException(
                        "weights of the family " + family
                                + " can be neither read nor written; of bert, gpt2, llama, mistral, mixtral, qwen2 and Yi they can");
        };
        for (String tensor : tensors) {
            if (tensor.startsWith(names.prefix)) {
                return names;
            }
        }
        return tensors.iterator().hasNext() ? new Names("", names.rules, names.head) : names;
    }

    /** Where the parameter {@code name} is. */
    Place place(String name) {
        return name.startsWith(OWN)
                ? place(rules, name.substring(OWN.length()), prefix)
                        .orElseThrow(() -> new IllegalStateException("no rule for the name of " + name))
                : place(head, name, "").orElse(Place.same(name));
    }

    private static Optional<Place> place(Map<Pattern, Place> rules, String name, String prefix) {
        for (Map.Entry<Pattern, Place> rule : rules.entrySet()) {
            Matcher matcher = rule.getKey().matcher(name);
            if (matcher.matches()) {
                Place place = rule.getValue();
                return Optional.of(new Place(
                        prefix + matcher.replaceFirst(place.tensor()),
                        place.transposed(),
                        place.part(),
                        place.parts()));
            }
        }
        return Optional.empty();
    }

    private static Map<Pattern, Place> bert() {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("self_attn\\.q_proj", "attention.self.query");
        names.put("self_attn\\.k_proj", "attention.self.key");
        names.put("self_attn\\.v_proj", "attention.self.value");
        names.put("self_attn\\.o_proj", "attention.output.dense");
        names.put("self_attn_layer_norm", "attention.output.LayerNorm");
        names.put("mlp\\.up_proj", "intermediate.dense");
        names.put("mlp\\.down_proj", "output.dense");
        names.put("final_layer_norm", "output.LayerNorm");
        Map<Pattern, Place> rules = new LinkedHashMap<>();
        rules.put(Pattern.compile("embed_tokens\\.(.*)"), Place.same("embeddings.word_embeddings.$1"));
        rules.put(Pattern.compile("embed_positions\\.(.*)"), Place.same("embeddings.position_embeddings.$1"));
        rules.put(Pattern.compile("embed_types\\.(.*)"), Place.same("embeddings.token_type_embeddings.$1"));
        rules.put(Pattern.compile("embed_norm\\.(.*)"), Place.same("embeddings.LayerNorm.$1"));
        names.forEach(
                (own, theirs) -> rules.put(layer(own + "\\.(.*)"), Place.same("encoder.layer.$1." + theirs + ".$2")));
        return rules;
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

package dev.trainwright.workload.hf.encoder;

import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Transformer;
import dev.trainwright.workload.hf.reading.Defaults;
import dev.trainwright.workload.hf.reading.Fields;
import dev.trainwright.workload.hf.reading.Linear;
import dev.trainwright.workload.hf.reading.Norm;
import dev.trainwright.workload.hf.reading.Size;
import dev.trainwright.workload.hf.reading.Tower;
import dev.trainwright.workload.hf.vision.Visions;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Encoders of text that differ from BERT by a table, a norm's place or the kind of positions; counted as bare models. */
public final class TextEncoders {

    /** Readers by {@code model_type}. */
    public static final Map<String, Function<Fields, Transformer>> FAMILIES = Map.ofEntries(
            Map.entry("ernie", TextEncoders::ernie),
            Map.entry("data2vec-text", fields -> pooled(bert(fields, true))),
            Map.entry(
                    "roberta-prelayernorm", fields -> pooled(bert(fields, true).norm(Norm.SCALE_AND_BIAS, true))),
            Map.entry("megatron-bert", fields -> pooled(bert(fields, false).norm(Norm.SCALE_AND_BIAS, true))),
            Map.entry("xlm-roberta-xl", fields -> pooled(bert(fields, false).norm(Norm.SCALE_AND_BIAS, true))),
            Map.entry("dpr", TextEncoders::dpr),
            Map.entry("bert-generation", TextEncoders::generation),
            Map.entry("layoutlm", TextEncoders::layout),
            Map.entry("layoutlmv3", TextEncoders::layout3),
            Map.entry("tapas", TextEncoders::tapas),
            Map.entry("rembert", TextEncoders::remBert),
            Map.entry("nomic_bert", TextEncoders::nomic),
            Map.entry("gte", TextEncoders::gte),
            Map.entry("new", TextEncoders::gte),
            Map.entry("eurobert", TextEncoders::euro),
            Map.entry("esm", TextEncoders::esm),
            Map.entry("longformer", TextEncoders::longformer),
            Map.entry("deberta", TextEncoders::deberta),
            Map.entry("xlnet", TextEncoders::xlNet),
            Map.entry("xlm", TextEncoders::xlm),
            Map.entry("flaubert", TextEncoders::xlm));

    private TextEncoders() {}

    /** Norms behind each half, none behind the last layer. */
    private static Tower plain(Fields fields) {
        Tower tower = Tower.of(fields, Defaults.NONE).role("encoder").norm(Norm.SCALE_AND_BIAS, false);
        return tower.input("token table", table(fields, "vocab_size", tower.hidden));
    }

    public static Tower bert(Fields fields, boolean norm) {
        return typed(positioned(plain(fields))).input("embedding norm", norm ? 2L * hidden(fields) : 0);
    }

    private static Tower positioned(Tower tower) {
        return tower.input("position table", table(tower.fields, "max_position_embeddings", tower.hidden));
    }

    private static Tower typed(Tower tower) {
        return tower.input("token type table", tower.fields.size(Size.COUNT, "type_vocab_size") * (long) tower.hidden);
    }

    private static long table(Fields fields, String key, long width) {
        return fields.size(Size.ROWS, key) * width;
    }

    private static int hidden(Fields fields) {
        return fields.size(Size.HIDDEN, "hidden_size");
    }

    private static Transformer pooled(Tower tower) {
        return tower.words(new ParameterGroup("pooler", Linear.parameters(tower.hidden, tower.hidden)));
    }

    private static Transformer ernie(Fields fields) {
        boolean tasks = fields.flag("use_task_id", false);
        long rows = tasks ? fields.sizeOr(3, Size.ROWS, "task_type_vocab_size") : 0;
        return pooled(bert(fields, true).input("task type table", rows * hidden(fields)));
    }

    /** One of DPR's encoders (arXiv 2004.04906): BERT without a pooler, and a projection where there is one. */
    private static Transformer dpr(Fields fields) {
        Tower tower = bert(fields, true);
        int width = fields.sizeOr(0, Size.COUNT, "projection_dim");
        return width == 0
                ? tower.words()
                : tower.words(new ParameterGroup("projection", Linear.parameters(tower.hidden, width)));
    }

    private static Transformer generation(Fields fields) {
        return positioned(plain(fields))
                .input("embedding norm", 2L * hidden(fields))
                .words();
    }

    /** LayoutLM (arXiv 1912.13318): tables of a box's place, width and height. */
    private static Transformer layout(Fields fields) {
        long boxes = 4 * table(fields, "max_2d_position_embeddings", hidden(fields));
        return pooled(bert(fields, true).input("tables of boxes", boxes));
    }

    /** LayoutLMv3 (arXiv 2204.08387): patches beside the words, and biases by distance in a line and on the page. */
    private static Transformer layout3(Fields fields) {
        Tower tower = bert(fields, true);
        long h = tower.hidden;
        long width = 2L * fields.size(Size.HIDDEN, "coordinate_size") + 2L * fields.size(Size.HIDDEN, "shape_size");
        long line = fields.flag("has_relative_attention_bias", true) ? fields.sizeOr(32, Size.ROWS, "rel_pos_bins") : 0;
        long page = fields.flag("has_spatial_attention_bias", true)
                ? 2L * fields.sizeOr(64, Size.ROWS, "rel_2d_pos_bins")
                : 0;
        long image = fields.sizeOr(224, Size.HIDDEN, "input_size");
        long patch = fields.sizeOr(16, Size.HEADS, "patch_size");
        long patches = image / patch * (image / patch);
        boolean sees = fields.flag("visual_embed", true);
        fields.require(fields.flag("text_embed", true), "text_embed", "expected true");
        return tower.input("tables of boxes", table(fields, "max_2d_position_embeddings", width))
                .input("relative position biases", (line + page) * tower.heads)
                .input(
                        "patches, their positions and norms",
                        sees ? (2 + patches) * h + Visions.patchWeights(fields, 16, h, "num_channels") + h + 4 * h : 0)
                .words();
    }

    private static Transformer tapas(Fields fields) {
        long types = fields.sizes(Size.ROWS, "type_vocab_sizes").stream()
                .mapToLong(rows -> rows)
                .sum();
        return pooled(positioned(plain(fields))
                .input("tables of cells", types * hidden(fields))
                .input("embedding norm", 2L * hidden(fields)));
    }

    /** RemBERT (arXiv 2010.12821): narrow tables. */
    private static Transformer remBert(Fields fields) {
        Tower tower = Tower.of(fields, Defaults.NONE).role("encoder").norm(Norm.SCALE_AND_BIAS, false);
        long width = fields.size(Size.HIDDEN, "input_embedding_size");
        return pooled(tower.input("token table", table(fields, "vocab_size", width))
                .input("position table", table(fields, "max_position_embeddings", width))
                .input("token type table", fields.size(Size.COUNT, "type_vocab_size") * width)
                .input("embedding norm", 2 * width)
                .input("projection to the hidden size", Linear.parameters(width, tower.hidden)));
    }

    /** Nomic's BERT (arXiv 2402.01613): rotary positions, a gated feed-forward part, no biases; under GPT-2's names in its authors' files. */
    private static Transformer nomic(Fields fields) {
        Tower tower = new Tower(
                        fields,
                        fields.size(Size.HIDDEN, "hidden_size", "n_embd"),
                        fields.size(Size.LAYERS, "num_hidden_layers", "n_layer"),
                        fields.size(Size.HEADS, "num_attention_heads", "n_head"),
                        fields.size(Size.WIDTH, "intermediate_size", "n_inner"))
                .role("encoder")
                .norm(Norm.SCALE_AND_BIAS, false);
        headsShareOut(tower);
        for (String bias : List.of("qkv_proj_bias", "mlp_fc1_bias", "mlp_fc2_bias")) {
            fields.require(!fields.flag(bias, false), bias, "expected false");
        }
        fields.require(
                List.of("swiglu", "silu").contains(fields.text("activation_function", "swiglu")),
                "activation_function",
                "expected swiglu");
        return typed(tower.input("token table", table(fields, "vocab_size", tower.hidden)))
                .gated()
                .biases(false, false)
                .input("embedding norm", 2L * tower.hidden)
                .words();
    }

    /** GTE (arXiv 2407.19669): rotary positions and a gated feed-forward part that is biased behind its last product. */
    private static Transformer gte(Fields fields) {
        fields.require(
                fields.text("position_embedding_type", "rope").equals("rope"),
                "position_embedding_type",
                "expected rope");
        Tower tower = typed(plain(fields)).gated().feedForwardBias(false);
        return tower.extra(tower.hidden)
                .input("embedding norm", 2L * tower.hidden)
                .words();
    }

    private static Transformer euro(Fields fields) {
        Tower tower = plain(fields).norm(Norm.SCALE, true).gated();
        tower.kvHeads(fields.size(Size.HEADS, "num_key_value_heads"));
        boolean bias = fields.flag("attention_bias", false);
        headsShareOut(tower);
        return tower.biases(bias, fields.flag("mlp_bias", false)).words();
    }

    private static void headsShareOut(Tower tower) {
        int size = tower.hidden / tower.heads;
        tower.fields.require(
                tower.fields.sizeOr(size, Size.HEAD_SIZE, "head_dim") == size, "head_dim", "expected " + size);
    }

    /** ESM-2 (Lin et al. 2023): proteins; the regression that tells contacts from attention is counted. */
    private static Transformer esm(Fields fields) {
        Tower tower = plain(fields).norm(Norm.SCALE_AND_BIAS, true);
        String positions = fields.text("position_embedding_type", "absolute");
        fields.require(
                List.of("absolute", "rotary").contains(positions),
                "position_embedding_type",
                "expected absolute or rotary");
        fields.require(!fields.flag("is_folding_model", false), "is_folding_model", "expected false");
        long layers = fields.size(Size.LAYERS, "num_hidden_layers");
        if (positions.equals("absolute")) {
            positioned(tower);
        }
        tower.input("embedding norm", fields.flag("emb_layer_norm_before", false) ? 2L * tower.hidden : 0);
        return tower.words(
                new ParameterGroup("pooler", Linear.parameters(tower.hidden, tower.hidden)),
                new ParameterGroup("contacts", layers * tower.heads + 1));
    }

    /** Longformer (arXiv 2004.05150): a second set of projections for tokens that see all. */
    private static Transformer longformer(Fields fields) {
        Tower tower = bert(fields, true);
        fields.note("attention is costed as full; its windows are not");
        return pooled(tower.extra(3 * Linear.parameters(tower.hidden, tower.hidden)));
    }

    /** DeBERTa (arXiv 2006.03654): queries and values alone are biased; projections of relative positions where pos_att_type asks for them. */
    private static Transformer deberta(Fields fields) {
        Tower tower = plain(fields).attentionBiases(true, false, true);
        long h = tower.hidden;
        fields.require(
                fields.sizeOr(tower.hidden, Size.HIDDEN, "embedding_size") == h,
                "embedding_size",
                "expected hidden_size");
        fields.require(!fields.flag("talking_head", false), "talking_head", "expected false");
        if (fields.flag("position_biased_input", true)) {
            positioned(tower);
        }
        typed(tower).input("embedding norm", 2 * h);
        if (fields.flag("relative_attention", false)) {
            boolean given = fields.shown("max_relative_positions").matches("[1-9]\\d*");
            long positions = fields.size(Size.ROWS, given ? "max_relative_positions" : "max_position_embeddings");
            String kinds = fields.shown("pos_att_type");
            long keys = kinds.contains("c2p") || kinds.contains("p2p") ? h * h : 0;
            long queries = kinds.contains("p2c") || kinds.contains("p2p") ? Linear.parameters(h, h) : 0;
            tower.extra(keys + queries).input("relative positions", 2 * positions * h);
        }
        return tower.words();
    }

    /** XLNet (arXiv 1906.08237): a projection of relative positions in each layer, three biases and a segment vector for each head. */
    private static Transformer xlNet(Fields fields) {
        Tower tower = new Tower(
                        fields,
                        fields.size(Size.HIDDEN, "d_model"),
                        fields.size(Size.LAYERS, "n_layer"),
                        fields.size(Size.HEADS, "n_head"),
                        fields.size(Size.WIDTH, "d_inner"))
                .role("encoder")
                .norm(Norm.SCALE_AND_BIAS, false)
                .biases(false, true);
        long h = tower.hidden;
        int size = tower.hidden / tower.heads;
        fields.require(fields.sizeOr(size, Size.HEAD_SIZE, "d_head") == size, "d_head", "expected d_model / n_head");
        fields.require(fields.flag("untie_r", true), "untie_r", "expected true");
        return tower.extra(h * h + 5 * h)
                .input("token table", table(fields, "vocab_size", h))
                .input("mask", h)
                .words();
    }

    /** XLM (arXiv 1901.07291) and FlauBERT: a table of languages where there are several. */
    private static Transformer xlm(Fields fields) {
        int h = fields.size(Size.HIDDEN, "emb_dim");
        Tower tower = new Tower(
                        fields, h, fields.size(Size.LAYERS, "n_layers"), fields.size(Size.HEADS, "n_heads"), 4L * h)
                .role("encoder")
                .norm(Norm.SCALE_AND_BIAS, false);
        long languages = fields.sizeOr(1, Size.ROWS, "n_langs");
        boolean several = languages > 1 && fields.flag("use_lang_emb", true);
        return tower.input("token table", table(fields, "vocab_size", h))
                .input("position table", table(fields, "max_position_embeddings", h))
                .input("language table", several ? languages * h : 0)
                .input("embedding norm", 2L * h)
                .words();
    }
}

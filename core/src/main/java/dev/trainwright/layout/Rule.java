package dev.trainwright.layout;

/** The rules that a layout keeps. Each says in one sentence what must hold. */
public enum Rule {
    AT_LEAST_ONE("degrees, stages and the micro-batch are at least 1"),
    DEVICES("dp x tp x pp x cp is the number of devices"),
    EXPERT_RANKS("ep divides tp x cp x dp"),
    GLOBAL_BATCH("dp divides the global batch"),
    MICRO_BATCH("the micro-batch divides a replica's batch"),
    SHARD_GROUP("the shard group divides dp x cp"),
    HYBRID_SHARDING("only ZeRO-3 shards over a group smaller than dp x cp (HSDP)"),
    SEQUENCE_PARALLEL("sequence parallelism needs tp > 1"),
    SHARDED_GRADIENTS("ZeRO-2 with a pipeline reduces gradients in every micro-step"),
    VIRTUAL_STAGES("virtual stages need the interleaved schedule"),
    INTERLEAVED("the interleaved schedule needs micro-batches in multiples of pp"),
    SPLIT_BACKWARD("zero-bubble schedules do not recompute whole layers"),
    ONLY_TRANSFORMERS("only transformers are split by tp, pp, cp or ep"),
    HEADS("tp divides the attention heads"),
    KEY_VALUE_HEADS("tp divides the key/value heads, or they divide tp"),
    FEED_FORWARD("tp divides the feed-forward width"),
    EXPERTS("ep divides the number of experts"),
    NO_EXPERTS("ep needs experts"),
    LAYERS("the layers fill the pipeline's stages"),
    STAGE_LAYERS("a stated division of the layers has an entry for each stage"),
    OFFLOAD("an offloaded optimizer needs ZeRO, offloaded weights ZeRO-3"),
    WHOLE_REPLICAS("replicas that do not agree every step hold whole states: no ZeRO, no offload"),
    BACKUP_WORKERS("fewer backup workers than replicas"),
    HOST("offload needs nodes whose host link and host memory bandwidth are known"),
    SEQUENCE("cp (with sequence parallelism cp x tp) divides the sequence");

    private final String statement;

    Rule(String statement) {
        this.statement = statement;
    }

    /** What must hold, in one sentence. */
    public String statement() {
        return statement;
    }

    /** Its place in a set of rules held in a long. */
    public long bit() {
        return 1L << ordinal();
    }
}

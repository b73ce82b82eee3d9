package dev.trainwright.evidence.row;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What a row of evidence can say. The columns of a file come first, in the file's order; a {@link Role#SETTING} is never a column: the notes or the
 * source's assumptions give it.
 */
public enum Column {
    ID(Role.INPUT),
    SOURCE(Role.INPUT),
    URL_OR_PATH(Role.INPUT),
    KIND(Role.INPUT),
    MODEL(Role.INPUT),
    ARCHITECTURE(Role.INPUT),
    LAYERS(Role.INPUT),
    HIDDEN(Role.INPUT),
    HEADS(Role.INPUT),
    KV_HEADS(Role.INPUT),
    FFN(Role.INPUT),
    VOCAB(Role.INPUT),
    PARAMS(Role.INPUT),
    EXPERTS(Role.INPUT),
    TOP_K(Role.INPUT),
    SEQ_LEN(Role.INPUT),
    ACCELERATOR(Role.INPUT),
    N_DEVICES(Role.INPUT),
    DEVICES_PER_NODE(Role.INPUT),
    INTRA_LINK(Role.INPUT),
    INTER_LINK(Role.INPUT),
    DP(Role.INPUT),
    TP(Role.INPUT),
    PP(Role.INPUT),
    VP(Role.INPUT),
    CP(Role.INPUT),
    EP(Role.INPUT),
    ZERO_STAGE(Role.INPUT),
    SEQUENCE_PARALLEL(Role.INPUT),
    MICRO_BATCH(Role.INPUT),
    GLOBAL_BATCH(Role.INPUT),
    GRAD_ACCUM(Role.INPUT),
    PRECISION(Role.INPUT),
    ACTIVATION_RECOMPUTE(Role.INPUT),
    ATTENTION_KERNEL(Role.INPUT),
    OPTIMIZER_OFFLOAD(Role.INPUT),
    ITERATION_TIME_S(Role.MEASURED),
    ITERATION_TIME_S_DERIVED(Role.MEASURED),
    THROUGHPUT_TOTAL(Role.MEASURED),
    THROUGHPUT_PER_DEVICE(Role.MEASURED),
    /** What a throughput counts: images, sequences, tokens. It says nothing of how fast the run was. */
    THROUGHPUT_UNIT(Role.INPUT),
    MODEL_TFLOPS_PER_DEVICE(Role.MEASURED),
    MFU(Role.MEASURED),
    PEAK_MEMORY_GIB(Role.MEASURED),
    DERIVED_FIELDS(Role.REMARK),
    NOTES(Role.REMARK),

    /** The table of the source that the row stands in. */
    TABLE(Role.SETTING),
    /** The runtime, where one source compares several. */
    FRAMEWORK(Role.SETTING),
    /** {@code pretrain}, {@code sft} or {@code lora}. */
    TASK(Role.SETTING),
    /** {@code xla}, {@code tcp}, {@code alternative}: what tells two rows of one table apart. */
    VARIANT(Role.SETTING),
    /** {@code pure}: FSDP keeps and reduces everything in 16 bit. */
    RECIPE(Role.SETTING),
    /** Global batch over data-parallel replicas, where the row has only that. */
    REPLICA_BATCH(Role.SETTING),
    /** As {@code Optimizer} names it. */
    OPTIMIZER(Role.SETTING),
    /** Whether tensor-parallel collectives overlap with compute. */
    TP_OVERLAP(Role.SETTING),
    /** Whether data-parallel collectives overlap with compute. */
    DP_OVERLAP(Role.SETTING),
    /** Whether expert-parallel all-to-alls overlap with compute. */
    EP_OVERLAP(Role.SETTING),
    /** Whether a compiler fuses elementwise kernels. */
    COMPILE(Role.SETTING),
    /** What ran it: {@code megatron}, {@code deepspeed}, {@code nemo}, {@code fsdp}, {@code torchtitan}, {@code ddp}, {@code maxtext}. */
    SOFTWARE(Role.SETTING),
    /** What selective recomputation means: {@code attention} or {@code operations}. */
    SELECTIVE(Role.SETTING),
    /** How layers are made beyond their widths: {@code gpt}, {@code mpt}, {@code llama}, {@code nemotron}, {@code bert}. */
    STYLE(Role.SETTING),
    /** Whether dropout masks are made and saved. */
    DROPOUT(Role.SETTING),
    /** Width of one attention head, where it is not hidden over heads. */
    HEAD_SIZE(Role.SETTING),
    /** The catalogue's model that the row's name means. */
    PRESET(Role.SETTING),
    /** Dense layers that a mixture of experts begins with, where the run had other than the model's. */
    DENSE_LAYERS(Role.SETTING),
    /** Parameters of a model without a shape, for the bytes that it synchronises. */
    SYNC_PARAMS(Role.SETTING),
    /** What the source's throughput counts for one sample: tokens of a sequence, frames of an utterance, 1 for images. */
    UNITS_PER_SAMPLE(Role.SETTING),
    /** Number format of gradients and of their reduction. */
    GRADIENT_FORMAT(Role.SETTING),
    /** The catalogue's machine that the row ran on. */
    NODE(Role.SETTING),
    /** The catalogue's accelerator that a cell means which names none exactly. */
    PRESUMED_ACCELERATOR(Role.SETTING),
    /** Network ports of a node. */
    NICS(Role.SETTING),
    /** {@code input} where an all-gather's size is what one rank brings, not what all end up with. */
    GATHER_SIZE(Role.SETTING),
    /** {@code allocated} (the allocator's figure) or {@code device} (the driver's, with context and cache): what the source calls peak memory. */
    MEMORY_METRIC(Role.SETTING),
    /** {@code causal} or {@code full}: how the source counts attention in model FLOPs. */
    FLOPS(Role.SETTING),
    /** Why the row cannot be held against a forecast. */
    UNUSABLE(Role.SETTING);

    /** What a column is to the harness. */
    public enum Role {
        /** What was run: a forecast may see it. */
        INPUT,
        /** What came out: a forecast never sees it. */
        MEASURED,
        /** Free text beside the figures. */
        REMARK,
        /** What was run, told by notes or assumed for the source. */
        SETTING
    }

    /** The columns of a file, in order. */
    public static final List<Column> OF_FILE =
            Arrays.stream(values()).filter(c -> c.role != Role.SETTING).toList();

    /** What a forecast may see. */
    public static final Set<Column> VISIBLE = Collections.unmodifiableSet(
            EnumSet.copyOf(Arrays.stream(values()).filter(Column::visible).toList()));

    private final Role role;

    Column(Role role) {
        this.role = role;
    }

    public Role role() {
        return role;
    }

    private boolean visible() {
        return role == Role.INPUT || role == Role.SETTING;
    }

    /** As a file's header writes it. */
    public String header() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The column with that header. */
    public static Optional<Column> named(String header) {
        return Arrays.stream(values()).filter(c -> c.header().equals(header)).findFirst();
    }
}

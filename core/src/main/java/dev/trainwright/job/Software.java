package dev.trainwright.job;

/** Training software, where its habits matter for time or memory. Each belongs to a family whose calibrations serve. */
public enum Software {
    /** Megatron-LM. */
    MEGATRON,
    /** DeepSpeed, Megatron-DeepSpeed included: times of the family that the layout suggests, and flat buffers in memory. */
    DEEPSPEED,
    /** Megatron Core with Transformer Engine: NeMo, Megatron Bridge. */
    NEMO,
    /** PyTorch's fully sharded data parallelism. */
    FSDP,
    /** torchtitan, of the FSDP family. */
    TORCHTITAN,
    /** PyTorch's and others' plain data parallelism. */
    DDP,
    /** MaxText, on TPUs. */
    MAXTEXT
}

package dev.trainwright.layout;

/** Pipeline schedules. */
public enum Schedule {
    /** All forwards, then all backwards (Huang et al., arXiv 1811.06965). */
    GPIPE,
    /** One forward, one backward in steady state (Narayanan et al., arXiv 2104.04473). */
    ONE_F_ONE_B,
    /** 1F1B over v model chunks per stage (same paper, section 2.2). */
    INTERLEAVED,
    /** Zero bubble with the memory of 1F1B (Qi et al., arXiv 2401.10241). */
    ZB_H1,
    /** Zero bubble with up to 2p-1 micro-batches in flight (same paper). */
    ZB_H2
}

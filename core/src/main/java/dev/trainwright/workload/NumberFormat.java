package dev.trainwright.workload;

/** Number formats of training, with their width. */
public enum NumberFormat {
    FP64(8),
    FP32(4),
    TF32(4),
    FP16(2),
    BF16(2),
    FP8(1),
    MXFP8(1),
    INT8(1),
    FP4(0.5),
    NF4(0.5);

    private final double bytes;

    NumberFormat(double bytes) {
        this.bytes = bytes;
    }

    /** Bytes of one stored element, without the scales of block formats. */
    public double bytes() {
        return bytes;
    }
}

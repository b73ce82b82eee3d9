package dev.trainwright.workload.source;

/** Element types of the safetensors format, under the format's own names. */
enum ElementType {
    F4(4),
    F6_E2M3(6),
    F6_E3M2(6),
    BOOL(8),
    U8(8),
    I8(8),
    F8_E5M2(8),
    F8_E4M3(8),
    F8_E8M0(8),
    I16(16),
    U16(16),
    F16(16),
    BF16(16),
    I32(32),
    U32(32),
    F32(32),
    C64(64),
    F64(64),
    I64(64),
    U64(64);

    private final int bits;

    ElementType(int bits) {
        this.bits = bits;
    }

    /** Bits of one element. */
    int bits() {
        return bits;
    }

    /** Whether elements are whole numbers: packed quantised weights, indices, flags. */
    boolean whole() {
        return name().startsWith("I") || name().startsWith("U") || this == BOOL;
    }
}

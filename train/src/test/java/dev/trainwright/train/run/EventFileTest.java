package dev.trainwright.train.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Byte for byte what TensorBoard 2.21.0 writes (RecordWriter of Event protocol buffers) for the same version, time, step and scalars. */
class EventFileTest {
    private static final String VERSION =
            "1800000000000000a37f4b2209000000000000f83f1a0d627261696e2e4576656e743a322a28646c";
    private static final String SCALARS =
            "31000000000000009d8383e90900001040c34bda4110ac022a230a0b0a046c6f7373158716b93f"
                    + "0a140a0d6c6561726e696e672072617465156f12833ac77b0a12";

    @Test
    void asTensorBoardWritesThem() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (EventFile file = new EventFile(bytes, 1.5)) {
            Map<String, Double> scalars = new LinkedHashMap<>();
            scalars.put("loss", 1.446);
            scalars.put("learning rate", 0.001);
            file.write(1764691200.25, 300, scalars);
        }
        assertThat(HexFormat.of().formatHex(bytes.toByteArray())).isEqualTo(VERSION + SCALARS);
    }
}

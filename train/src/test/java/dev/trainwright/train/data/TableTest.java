package dev.trainwright.train.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trainwright.train.engine.Engine;
import dev.trainwright.train.engine.Tensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableTest {
    @TempDir
    private Path folder;

    @Test
    void numbersAndClassesByName() throws IOException {
        Path file = write("length,kind,width\n1.5,iris,-2\n\"2\",aster,1e-3\n4,iris,0\n");
        Engine.start(1);
        Tensors.scope(() -> {
            MicroBatch batch = Table.read(file, "kind", 2, 2).batch(new long[] {2, 1}, ScalarType.Double);
            assertThat(Tensors.doubles(batch.inputs())).containsExactly(4, 0, 2, 1e-3);
            assertThat(Tensors.longs(batch.targets())).containsExactly(1, 0);
            assertThat(batch.counted()).isEqualTo(2);
        });
    }

    @Test
    void aNumberIsTold() throws IOException {
        Path file = write("a,b\n1,10\n2,20.5\n");
        Engine.start(1);
        Tensors.scope(() -> {
            MicroBatch batch = Table.read(file, "b", 1, 1).batch(new long[] {0, 1}, ScalarType.Float);
            assertThat(Tensors.doubles(batch.targets())).containsExactly(10, 20.5);
            assertThat(batch.targets().scalar_type().intern()).isEqualTo(ScalarType.Float);
            assertThat(Tensors.doubles(batch.ignored().targets())).containsOnly(Double.NaN);
        });
    }

    @Test
    void everyProblemWithItsPlace() throws IOException {
        Path file = write("length,kind,width\n1,0,x\n2,3,\n3,1\n");
        assertThatThrownBy(() -> Table.read(file, "kind", 2, 2))
                .hasMessageContaining(file.toString())
                .hasMessageContaining("row 1, width: \"x\": expected a number")
                .hasMessageContaining("row 2, width: \"\": expected a number")
                .hasMessageContaining("row 2, kind: 3: expected 0 to 1")
                .hasMessageContaining("row 3 has 2 cells under 3 columns");
        assertThatThrownBy(() -> Table.read(file, "kimd", 2, 2))
                .hasMessageContaining("no column kimd; did you mean kind? Its columns are length, kind, width");
        assertThatThrownBy(() -> Table.read(file, "kind", 3, 2))
                .hasMessageContaining("2 columns besides kind, and the model takes 3");
    }

    @Test
    void moreNamesThanClasses() throws IOException {
        Path file = write("a,kind\n1,x\n2,y\n3,z\n");
        assertThatThrownBy(() -> Table.read(file, "kind", 1, 2))
                .hasMessageContaining("kind names 3 classes, and the model tells 2 apart: x, y, z");
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("table.csv"), text);
    }
}

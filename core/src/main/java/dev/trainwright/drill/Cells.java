package dev.trainwright.drill;

import java.util.List;
import java.util.Optional;

/** The nine cells. */
public final class Cells {
    private Cells() {}

    /** All nine, A to I. */
    public static List<Cell> all() {
        return List.of(
                CellA.cell(),
                CellB.cell(),
                CellC.cell(),
                CellD.cell(),
                CellE.cell(),
                CellF.cell(),
                CellG.cell(),
                CellH.cell(),
                CellI.cell());
    }

    /** The cell with this letter, upper or lower case. */
    public static Optional<Cell> of(String id) {
        return all().stream().filter(cell -> cell.id().equalsIgnoreCase(id)).findFirst();
    }
}

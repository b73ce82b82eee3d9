package dev.trainwright.app.command;

import dev.trainwright.app.forecast.Spelling;
import dev.trainwright.drill.Cell;
import dev.trainwright.drill.Cells;
import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Recompute;
import dev.trainwright.layout.Schedule;
import dev.trainwright.plan.Objective;
import dev.trainwright.spine.Recipe;
import dev.trainwright.workload.Batch.Scaling;
import dev.trainwright.workload.NumberFormat;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;

/** The words that an option takes, for completion in the shell; picocli makes one of the class that the option names. */
abstract class Candidates extends AbstractList<String> {
    private final List<String> words;

    private Candidates(List<String> words) {
        this.words = words;
    }

    private Candidates(Enum<?>[] constants) {
        this(Arrays.stream(constants).map(Spelling::of).toList());
    }

    @Override
    public String get(int index) {
        return words.get(index);
    }

    @Override
    public int size() {
        return words.size();
    }

    static final class Objectives extends Candidates {
        Objectives() {
            super(Objective.values());
        }
    }

    static final class Scalings extends Candidates {
        Scalings() {
            super(Scaling.values());
        }
    }

    static final class Schedules extends Candidates {
        Schedules() {
            super(Schedule.values());
        }
    }

    static final class Recomputations extends Candidates {
        Recomputations() {
            super(Recompute.values());
        }
    }

    static final class Offloads extends Candidates {
        Offloads() {
            super(Offload.values());
        }
    }

    static final class Formats extends Candidates {
        Formats() {
            super(NumberFormat.values());
        }
    }

    static final class ZeroStages extends Candidates {
        ZeroStages() {
            super(List.of("0", "1", "2", "3"));
        }
    }

    static final class Recipes extends Candidates {
        Recipes() {
            super(Recipe.ALL.stream().map(Recipe::name).toList());
        }
    }

    static final class Letters extends Candidates {
        Letters() {
            super(Cells.all().stream().map(Cell::id).toList());
        }
    }
}

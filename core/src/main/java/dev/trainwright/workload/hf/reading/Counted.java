package dev.trainwright.workload.hf.reading;

import dev.trainwright.workload.Head;
import dev.trainwright.workload.ParameterGroup;
import dev.trainwright.workload.Stack;
import dev.trainwright.workload.Transformer;
import java.util.ArrayList;
import java.util.List;

/** A model of which the parameters are known part by part, but not the work: nothing can be forecast of it. */
public final class Counted {
    private final Fields fields;
    private final long hidden;
    private final List<ParameterGroup> parts = new ArrayList<>();

    public Counted(Fields fields, long hidden) {
        this.fields = fields;
        this.hidden = hidden;
    }

    public Counted part(String name, long parameters) {
        if (parameters > 0) {
            parts.add(new ParameterGroup(name, parameters));
        }
        return this;
    }

    /** {@code count} parts of {@code each}. */
    public Counted parts(String name, long count, long each) {
        return part(name, count * each);
    }

    public Transformer build() {
        fields.note("counted part by part; what the parts do for a token or an image is not modelled");
        fields.settle();
        Stack stack = new Stack("parts", hidden, List.of(), List.of(), 0);
        return new Transformer("", "", List.of(stack), new Head(1, 0, true, false), parts, List.of(), fields.notes());
    }
}

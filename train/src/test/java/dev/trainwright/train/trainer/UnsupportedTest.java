package dev.trainwright.train.trainer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.trainwright.layout.Layout;
import dev.trainwright.layout.Offload;
import dev.trainwright.layout.Overlap;
import dev.trainwright.layout.Recompute;
import dev.trainwright.layout.Schedule;
import dev.trainwright.layout.Synchrony;
import dev.trainwright.layout.ZeroStage;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A key that is neither run nor refused would make a run differ from its forecast in silence. */
class UnsupportedTest {
    private static final Layout PLAIN = Layout.dataParallel(4, 2);

    /** Held by the equality tests of layouts. */
    private static final Set<String> HONOURED = Set.of(
            "dp",
            "tp",
            "pp",
            "virtualStages",
            "ep",
            "stageLayers",
            "zero",
            "reshardAfterForward",
            "syncEveryMicroStep",
            "sequenceParallel",
            "shardGroup",
            "microBatch");

    private static final Map<String, List<Object>> REFUSED = Map.of(
            "cp", List.of(2),
            "schedule", List.of(Schedule.ZB_H1, Schedule.ZB_H2),
            "recompute", List.of(Recompute.SELECTIVE_OPERATIONS),
            "offload", List.of(Offload.OPTIMIZER, Offload.OPTIMIZER_AND_PARAMETERS),
            "overlap",
                    List.of(
                            new Overlap(true, true, false, false),
                            new Overlap(true, false, true, false),
                            new Overlap(true, false, false, true)),
            "synchrony",
                    List.of(
                            new Synchrony.Synchronous(1),
                            new Synchrony.Asynchronous(2, -1),
                            new Synchrony.Asynchronous(1, 0),
                            new Synchrony.LocalSgd(5)));

    @Test
    void everyKeyIsHonouredOrRefused() throws ReflectiveOperationException {
        for (RecordComponent component : Layout.class.getRecordComponents()) {
            String key = component.getName();
            assertThat(HONOURED.contains(key) || REFUSED.containsKey(key))
                    .as(key)
                    .isTrue();
            for (Object value : REFUSED.getOrDefault(key, List.of())) {
                assertThat(Unsupported.in(with(Map.of("zero", ZeroStage.ZERO_1, key, value))))
                        .as(key + " " + value)
                        .isNotEmpty();
            }
        }
    }

    @Test
    void expertParallelismNamesWhatItDoesNotRunBeside() throws ReflectiveOperationException {
        assertThat(Unsupported.in(with(Map.of("ep", 2, "tp", 2))))
                .singleElement(STRING)
                .contains("sequenceParallel");
        assertThat(Unsupported.in(with(Map.of("ep", 2, "zero", ZeroStage.ZERO_2, "shardGroup", 1))))
                .singleElement(STRING)
                .contains("shardGroup");
        assertThat(Unsupported.in(with(Map.of("ep", 2, "synchrony", new Synchrony.LocalSgd(5)))))
                .singleElement(STRING)
                .contains("synchronous");
    }

    @Test
    void whatIsRunIsNotRefused() throws ReflectiveOperationException {
        assertThat(Unsupported.in(PLAIN)).isEmpty();
        assertThat(Unsupported.in(with(Map.of("ep", 2)))).isEmpty();
        assertThat(Unsupported.in(with(Map.of("ep", 2, "zero", ZeroStage.ZERO_3))))
                .isEmpty();
        assertThat(Unsupported.in(with(Map.of("ep", 2, "tp", 2, "sequenceParallel", true))))
                .isEmpty();
        assertThat(Unsupported.in(with(Map.of("synchrony", new Synchrony.LocalSgd(5)))))
                .isEmpty();
        assertThat(Unsupported.in(with(Map.of("synchrony", new Synchrony.Asynchronous(1, 3)))))
                .isEmpty();
        assertThat(Unsupported.in(with(Map.of("schedule", Schedule.INTERLEAVED, "pp", 2, "virtualStages", 2))))
                .isEmpty();
    }

    private static Layout with(Map<String, Object> changes) throws ReflectiveOperationException {
        RecordComponent[] components = Layout.class.getRecordComponents();
        Map<String, Object> values = new HashMap<>();
        for (RecordComponent component : components) {
            values.put(component.getName(), component.getAccessor().invoke(PLAIN));
        }
        values.putAll(changes);
        return Layout.class
                .getDeclaredConstructor(
                        Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new))
                .newInstance(Arrays.stream(components)
                        .map(component -> values.get(component.getName()))
                        .toArray());
    }
}

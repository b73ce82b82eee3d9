package dev.trainwright.train.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.train.world.Identity;
import dev.trainwright.train.world.Rendezvous;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** No cluster runs here: fields, names and what is required are those of the training operator's types for kubeflow.org/v1 (pytorch_types.go, common_types.go, pytorch_validation.go). */
class KubeflowManifestTest {
    private static final int RANKS = 4;
    private static final Pod POD =
            new Pod(2, "registry/trainwright:1", List.of("trainwright", "train", "job.yaml"), "disk", "/shared");

    private final JsonNode job = read("My Job_1", RANKS);

    @Test
    void hasOnlyFieldsOfTheApi() {
        fields(job, "apiVersion", "kind", "metadata", "spec");
        assertThat(job.at("/apiVersion").asString()).isEqualTo("kubeflow.org/v1");
        assertThat(job.at("/kind").asString()).isEqualTo("PyTorchJob");
        fields(job.at("/spec"), "nprocPerNode", "runPolicy", "pytorchReplicaSpecs");
        assertThat(job.at("/spec/nprocPerNode").isString()).isTrue();
        fields(job.at("/spec/runPolicy"), "backoffLimit");
        fields(job.at("/spec/pytorchReplicaSpecs"), "Master", "Worker");
        for (JsonNode replicas : job.at("/spec/pytorchReplicaSpecs")) {
            fields(replicas, "replicas", "restartPolicy", "template");
            fields(replicas.at("/template/spec"), "containers", "volumes");
            fields(container(replicas), "name", "image", "command", "resources", "volumeMounts", "ports", "env");
            assertThat(container(replicas).at("/name").asString())
                    .as("the name that validation requires")
                    .isEqualTo("pytorch");
            assertThat(container(replicas).at("/ports/0/name").asString()).isEqualTo("pytorchjob-port");
            assertThat(container(replicas).at("/volumeMounts/0/name"))
                    .isEqualTo(replicas.at("/template/spec/volumes/0/name"));
        }
    }

    /** A label of DNS (RFC 1035), one master, as many workers as there are other ranks. */
    @Test
    void isValid() {
        for (String name : List.of("My Job_1", "13b", "_", "a".repeat(80))) {
            assertThat(read(name, RANKS).at("/metadata/name").asString())
                    .as(name)
                    .matches("[a-z]([-a-z0-9]{0,61}[a-z0-9])?");
        }
        assertThat(job.at("/spec/pytorchReplicaSpecs/Master/replicas").asInt()).isEqualTo(1);
        assertThat(job.at("/spec/pytorchReplicaSpecs/Worker/replicas").asInt()).isEqualTo(RANKS - 1);
        fields(read("My Job_1", 1).at("/spec/pytorchReplicaSpecs"), "Master");
    }

    /** With what the operator adds to the environment (envvar.go), before version 1.7 and since. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyPodIsARank(boolean pet) {
        for (int rank = 0; rank < RANKS; rank++) {
            JsonNode container = container(job.at("/spec/pytorchReplicaSpecs/" + (rank == 0 ? "Master" : "Worker")));
            String port = container.at("/ports/0/containerPort").asString();
            Map<String, String> environment = new HashMap<>(Map.of(
                    "MASTER_ADDR",
                    "my-job-1-master-0",
                    "MASTER_PORT",
                    port,
                    "WORLD_SIZE",
                    Integer.toString(RANKS),
                    "RANK",
                    Integer.toString(rank)));
            if (pet) {
                environment.putAll(Map.of(
                        "PET_MASTER_ADDR", "my-job-1-master-0",
                        "PET_MASTER_PORT", port,
                        "PET_NNODES", Integer.toString(RANKS),
                        "PET_NODE_RANK", Integer.toString(rank),
                        "PET_NPROC_PER_NODE", job.at("/spec/nprocPerNode").asString()));
            }
            Identity identity = Rendezvous.detect(environment);
            assertThat(identity.rank()).isEqualTo(rank);
            assertThat(identity.world()).isEqualTo(RANKS);
            assertThat(identity.masterHost()).isEqualTo("my-job-1-master-0");
            assertThat(identity.masterPort()).isEqualTo(29500);
            assertThat(identity.storeServer()).isEqualTo(rank == 0);
        }
    }

    private static JsonNode read(String name, int ranks) {
        return new YAMLMapper().readTree(KubeflowManifest.of(name, ranks, POD));
    }

    private static JsonNode container(JsonNode replicas) {
        return replicas.at("/template/spec/containers/0");
    }

    private static void fields(JsonNode node, String... names) {
        assertThat(node.propertyNames()).containsExactlyInAnyOrder(names);
    }
}

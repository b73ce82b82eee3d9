package dev.trainwright.train.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainwright.train.world.Identity;
import dev.trainwright.train.world.Rendezvous;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** No cluster runs here: fields are those of the API reference (Service v1, Job batch/v1), and what its page "Job with Pod-to-Pod Communication" asks for is there. */
class KubernetesManifestTest {
    private static final int RANKS = 4;
    private static final List<String> COMMAND =
            List.of("trainwright", "train", "a \"job\": 1.yaml", "--checkpoints", "/shared");

    private final List<JsonNode> documents = Arrays.stream(KubernetesManifest.of(
                            "My Job_1", RANKS, new Pod(2, "registry/trainwright:1", COMMAND, "disk", "/shared"))
                    .split("(?m)^---$", -1))
            .map(new YAMLMapper()::readTree)
            .toList();
    private final JsonNode service = documents.get(0);
    private final JsonNode job = documents.get(1);
    private final JsonNode pod = job.at("/spec/template/spec");
    private final JsonNode container = pod.at("/containers/0");

    @Test
    void hasOnlyFieldsOfTheApi() {
        assertThat(documents).hasSize(2);
        fields(service, "apiVersion", "kind", "metadata", "spec");
        fields(service.at("/spec"), "clusterIP", "publishNotReadyAddresses", "selector", "ports");
        fields(service.at("/spec/ports/0"), "name", "port");
        fields(job, "apiVersion", "kind", "metadata", "spec");
        fields(job.at("/spec"), "completionMode", "completions", "parallelism", "backoffLimit", "template");
        fields(pod, "subdomain", "restartPolicy", "containers", "volumes");
        fields(container, "name", "image", "command", "env", "resources", "volumeMounts");
        assertThat(List.of(service.at("/apiVersion"), service.at("/kind"), job.at("/apiVersion"), job.at("/kind")))
                .extracting(JsonNode::asString)
                .containsExactly("v1", "Service", "batch/v1", "Job");
        assertThat(container.at("/env")).allSatisfy(variable -> {
            fields(variable, "name", "value");
            assertThat(variable.at("/value").isString())
                    .as("environment values are strings")
                    .isTrue();
        });
        assertThat(container.at("/resources/requests/cpu").asString()).isEqualTo("2");
    }

    /** The pods' names in DNS: a headless service with the job's name, selected by the label that Kubernetes gives the job's pods. */
    @Test
    void podsFindOneAnother() {
        String name = job.at("/metadata/name").asString();
        assertThat(name).isEqualTo("my-job-1").matches("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
        assertThat(service.at("/spec/clusterIP").asString()).isEqualTo("None");
        assertThat(service.at("/spec/selector/job-name").asString()).isEqualTo(name);
        assertThat(pod.at("/subdomain")).isEqualTo(service.at("/metadata/name"));
        assertThat(job.at("/spec/completionMode").asString()).isEqualTo("Indexed");
        assertThat(job.at("/spec/completions").asInt()).isEqualTo(RANKS);
        assertThat(job.at("/spec/parallelism").asInt()).as("all ranks at once").isEqualTo(RANKS);
    }

    /** With the completion index that Kubernetes adds, each pod's environment makes it the rank of that number, meeting at pod 0's name and the service's port. */
    @Test
    void everyPodIsARank() {
        for (int index = 0; index < RANKS; index++) {
            Map<String, String> environment = new HashMap<>(Map.of("JOB_COMPLETION_INDEX", Integer.toString(index)));
            container
                    .at("/env")
                    .forEach(variable -> environment.put(
                            variable.at("/name").asString(),
                            variable.at("/value").asString()));
            Identity identity = Rendezvous.detect(environment);
            assertThat(identity.rank()).isEqualTo(index);
            assertThat(identity.world()).isEqualTo(RANKS);
            assertThat(identity.masterHost()).isEqualTo("my-job-1-0.my-job-1");
            assertThat(identity.masterPort())
                    .isEqualTo(service.at("/spec/ports/0/port").asInt());
            assertThat(identity.storeServer()).isEqualTo(index == 0);
        }
    }

    @Test
    void allPodsShareTheCheckpoints() {
        assertThat(container.at("/command").valueStream().map(JsonNode::asString))
                .containsExactlyElementsOf(COMMAND);
        assertThat(container.at("/volumeMounts/0/mountPath").asString()).isEqualTo("/shared");
        assertThat(container.at("/volumeMounts/0/name")).isEqualTo(pod.at("/volumes/0/name"));
        assertThat(pod.at("/volumes/0/persistentVolumeClaim/claimName").asString())
                .isEqualTo("disk");
    }

    private static void fields(JsonNode node, String... names) {
        Collection<String> present = node.propertyNames();
        assertThat(present).containsExactlyInAnyOrder(names);
    }
}

package dev.trainwright.train.launch;

import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * A pod that is one rank.
 *
 * @param threads CPUs
 * @param image that holds Trainwright
 * @param command of the rank
 * @param claim the PersistentVolumeClaim, writable by many, that holds the checkpoints
 * @param checkpoints where the pod sees it
 */
public record Pod(int threads, String image, List<String> command, String claim, String checkpoints) {
    /** PyTorch's port of the store. */
    static final int STORE_PORT = 29500;

    private static final JsonMapper JSON = new JsonMapper();

    public Pod {
        command = List.copyOf(command);
    }

    /**
     * Its containers and volumes, as YAML.
     *
     * @param container its name
     * @param more lines of the container: other environment variables, ports
     */
    String spec(String container, String more) {
        return """
                containers:
                  - name: %s
                    image: %s
                    command: [%s]
                    resources:
                      requests: {cpu: "%d"}
                    volumeMounts:
                      - {name: checkpoints, mountPath: %s}
                %svolumes:
                  - name: checkpoints
                    persistentVolumeClaim: {claimName: %s}
                """.formatted(
                        container,
                        JSON.writeValueAsString(image),
                        command.stream().map(JSON::writeValueAsString).collect(Collectors.joining(", ")),
                        threads,
                        JSON.writeValueAsString(checkpoints),
                        more.indent(4),
                        JSON.writeValueAsString(claim));
    }

    /** Entries of the environment that say how many threads there are. */
    String threadVariables() {
        return """
                - {name: OMP_NUM_THREADS, value: "%1$d"}
                - {name: OPENBLAS_NUM_THREADS, value: "%1$d"}
                """.formatted(threads);
    }
}

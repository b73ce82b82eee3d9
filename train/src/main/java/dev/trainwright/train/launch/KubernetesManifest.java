package dev.trainwright.train.launch;

import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * An indexed Job (batch/v1) with a headless Service: one pod a rank; a pod's completion index is its rank, and pod 0's stable name is where the others find the
 * store.
 */
public final class KubernetesManifest {
    private static final JsonMapper JSON = new JsonMapper();

    private KubernetesManifest() {}

    /**
     * The manifest, two YAML documents.
     *
     * @param name of the job
     * @param ranks pods
     * @param threads CPUs of each
     * @param image that holds Trainwright
     * @param command of one rank
     * @param claim the PersistentVolumeClaim, writable by many, that holds the checkpoints
     * @param checkpoints where each pod sees it
     */
    public static String of(
            String name, int ranks, int threads, String image, List<String> command, String claim, String checkpoints) {
        String label = SlurmScript.label(name);
        String quoted = command.stream().map(JSON::writeValueAsString).collect(Collectors.joining(", "));
        return """
                apiVersion: v1
                kind: Service
                metadata:
                  name: %1$s
                spec:
                  clusterIP: None
                  publishNotReadyAddresses: true
                  selector:
                    job-name: %1$s
                  ports:
                    - name: store
                      port: 29500
                ---
                apiVersion: batch/v1
                kind: Job
                metadata:
                  name: %1$s
                spec:
                  completionMode: Indexed
                  completions: %2$d
                  parallelism: %2$d
                  backoffLimit: %3$d
                  template:
                    spec:
                      subdomain: %1$s
                      restartPolicy: OnFailure
                      containers:
                        - name: rank
                          image: %4$s
                          command: [%5$s]
                          env:
                            - {name: WORLD_SIZE, value: "%2$d"}
                            - {name: MASTER_ADDR, value: %1$s-0.%1$s}
                            - {name: MASTER_PORT, value: "29500"}
                            - {name: OMP_NUM_THREADS, value: "%6$d"}
                            - {name: OPENBLAS_NUM_THREADS, value: "%6$d"}
                          resources:
                            requests: {cpu: "%6$d"}
                          volumeMounts:
                            - {name: checkpoints, mountPath: %8$s}
                      volumes:
                        - name: checkpoints
                          persistentVolumeClaim: {claimName: %7$s}
                """.formatted(
                        label,
                        ranks,
                        3 * ranks,
                        JSON.writeValueAsString(image),
                        quoted,
                        threads,
                        JSON.writeValueAsString(claim),
                        JSON.writeValueAsString(checkpoints));
    }
}

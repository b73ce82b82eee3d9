package dev.trainwright.train.launch;

/**
 * An indexed Job (batch/v1) with a headless Service: one pod a rank; a pod's completion index is its rank, and pod 0's stable name is where the others find the
 * store.
 */
public final class KubernetesManifest {
    private KubernetesManifest() {}

    /**
     * The manifest, two YAML documents.
     *
     * @param name of the job
     * @param ranks pods
     */
    public static String of(String name, int ranks, Pod pod) {
        String label = SlurmScript.label(name);
        String environment = """
                env:
                  - {name: WORLD_SIZE, value: "%1$d"}
                  - {name: MASTER_ADDR, value: %2$s-0.%2$s}
                  - {name: MASTER_PORT, value: "%3$d"}
                %4$s""".formatted(
                        ranks, label, Pod.STORE_PORT, pod.threadVariables().indent(2));
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
                      port: %2$d
                ---
                apiVersion: batch/v1
                kind: Job
                metadata:
                  name: %1$s
                spec:
                  completionMode: Indexed
                  completions: %3$d
                  parallelism: %3$d
                  backoffLimit: %4$d
                  template:
                    spec:
                      subdomain: %1$s
                      restartPolicy: OnFailure
                %5$s""".formatted(
                        label,
                        Pod.STORE_PORT,
                        ranks,
                        3 * ranks,
                        pod.spec("rank", environment).indent(6));
    }
}

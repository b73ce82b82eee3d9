package dev.trainwright.train.launch;

/**
 * A PyTorchJob (kubeflow.org/v1) of Kubeflow's training operator: one pod a rank, the master rank 0. The operator names the pods for one another and sets {@code MASTER_ADDR},
 * {@code RANK}, {@code WORLD_SIZE} and, since version 1.7, the same as {@code PET_*}.
 */
public final class KubeflowManifest {
    /** The container that the operator looks for. */
    private static final String CONTAINER = "pytorch";

    private KubeflowManifest() {}

    /**
     * The manifest, one YAML document.
     *
     * @param name of the job
     * @param ranks pods
     */
    public static String of(String name, int ranks, Pod pod) {
        return """
                apiVersion: kubeflow.org/v1
                kind: PyTorchJob
                metadata:
                  name: %s
                spec:
                  nprocPerNode: "1"
                  runPolicy:
                    backoffLimit: %d
                  pytorchReplicaSpecs:
                %s%s""".formatted(
                        SlurmScript.label(name),
                        3 * ranks,
                        replicas("Master", 1, pod),
                        ranks == 1 ? "" : replicas("Worker", ranks - 1, pod));
    }

    private static String replicas(String type, int count, Pod pod) {
        String more = """
                ports:
                  - {name: pytorchjob-port, containerPort: %d}
                env:
                %s""".formatted(Pod.STORE_PORT, pod.threadVariables().indent(2));
        return """
                %s:
                  replicas: %d
                  restartPolicy: OnFailure
                  template:
                    spec:
                %s""".formatted(type, count, pod.spec(CONTAINER, more).indent(6)).indent(4);
    }
}

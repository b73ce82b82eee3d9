package dev.trainwright.train.launch;

/** A batch script that runs a job under Slurm: one task a rank; the ranks find each other by Slurm's variables. */
public final class SlurmScript {
    private SlurmScript() {}

    /**
     * The script.
     *
     * @param name of the job
     * @param nodes machines
     * @param perNode ranks on each
     * @param threads compute threads of each rank
     * @param command of one rank, quoted for a shell
     */
    public static String of(String name, int nodes, int perNode, int threads, String command) {
        return """
                #!/bin/sh
                #SBATCH --job-name=%s
                #SBATCH --nodes=%d
                #SBATCH --ntasks-per-node=%d
                #SBATCH --cpus-per-task=%d
                #SBATCH --requeue
                # Submit with sbatch. Every task is one rank; a requeued job resumes from its last checkpoint.
                export OMP_NUM_THREADS=%d OPENBLAS_NUM_THREADS=%d
                exec srun --kill-on-bad-exit=1 %s
                """.formatted(label(name), nodes, perNode, threads, threads, threads, command);
    }

    /** {@code name} as job names and those of services accept it: lower-case letters, digits and hyphens, a letter first (RFC 1035). */
    static String label(String name) {
        String label = name.toLowerCase(java.util.Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-+|-+$", "");
        return label.isEmpty()
                ? "job"
                : Character.isDigit(label.charAt(0))
                        ? label("job-" + label)
                        : label.substring(0, Math.min(label.length(), 50)).replaceAll("-+$", "");
    }
}

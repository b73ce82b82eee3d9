package dev.trainwright.train.world;

/**
 * Who this process is among all processes of the job.
 *
 * @param rank 0 to {@code world - 1}
 * @param world processes of the job
 * @param localRank rank among the processes of this machine
 * @param localWorld processes on this machine
 * @param masterHost where the store of the rendezvous listens
 * @param masterPort its port
 * @param storeServer whether this process serves the store (rank 0, unless whoever started the job serves it)
 * @param attempt how often the job was restarted; keeps the keys of attempts apart
 * @param source what told all this, such as {@code torchrun}
 */
public record Identity(
        int rank,
        int world,
        int localRank,
        int localWorld,
        String masterHost,
        int masterPort,
        boolean storeServer,
        int attempt,
        String source) {

    public Identity {
        if (world < 1 || rank < 0 || rank >= world) {
            throw new RendezvousException(
                    source + " says rank " + rank + " of " + world + ": ranks go from 0 to world - 1");
        }
        if (localRank < 0 || localRank >= localWorld) {
            throw new RendezvousException(source + " says local rank " + localRank + " of " + localWorld
                    + " processes on this machine: local ranks go from 0 to that number - 1");
        }
        if (masterPort < 0 || masterPort > 65535) {
            throw new RendezvousException(source + " says port " + masterPort + ": 1 to 65535 are accepted");
        }
    }

    /** One process alone. */
    public static Identity single() {
        return new Identity(0, 1, 0, 1, "127.0.0.1", 0, true, 0, "single process");
    }
}

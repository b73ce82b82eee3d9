package dev.trainwright.forecast;

import dev.trainwright.layout.Layout;
import org.jspecify.annotations.Nullable;

/** Layouts made from others. */
final class Layouts {
    private Layouts() {}

    /** {@code layout} with other data parallelism, its sharding following; null where expert parallelism or the shard group then has no place. */
    static @Nullable Layout withDataParallel(Layout l, int dp) {
        boolean whole = l.shardGroup() == l.dp() * l.cp();
        int shard = whole ? dp * l.cp() : l.shardGroup();
        if ((long) l.tp() * l.cp() * dp % l.ep() != 0 || (long) dp * l.cp() % shard != 0) {
            return null;
        }
        return new Layout(
                dp,
                l.tp(),
                l.pp(),
                l.cp(),
                l.ep(),
                l.virtualStages(),
                l.schedule(),
                l.stageLayers(),
                l.zero(),
                shard,
                l.reshardAfterForward(),
                l.syncEveryMicroStep(),
                l.microBatch(),
                l.sequenceParallel(),
                l.recompute(),
                l.offload(),
                l.overlap(),
                l.synchrony());
    }
}

package org.relayersuite.blocklistener.wiring;

import io.smallrye.config.ConfigMapping;
import java.time.Duration;
import java.util.List;

/**
 * One process follows one chain. URLs are text here, because a message about a malformed one must not repeat it: it may
 * carry a key.
 */
@ConfigMapping(prefix = "listener")
public interface ListenerConfig {

    /** Ids of the consumers that get every block whole, at least one. */
    List<String> consumerIds();

    Blockchain blockchain();

    Broker broker();

    Lock lock();

    /** The chain. */
    interface Blockchain {
        /** Must be what the endpoints say of themselves. */
        long chainId();

        /** {@code http://} or {@code https://}, at least one; a request that one of them fails goes to the next. */
        List<String> rpcUrls();

        /** The chain's name in logs. */
        String network();

        /** How long one request may take. */
        Duration rpcTimeout();

        /** The largest answer that is read, in bytes. */
        long maxResponseBytes();

        Strategy strategy();
    }

    /** How the chain is followed. */
    interface Strategy {
        /** {@code current} or a number; ignored once the ledger knows the chain. */
        String blockStartOnFirstStart();

        /** How many blocks one pass takes at most. */
        int rangeSize();

        /** How many blocks are fetched at the same time. */
        int maxParallelRequests();

        /** Pause after a pass that found nothing new. */
        Duration loopDelay();

        /** Pause before a block that was not there is asked for again. */
        Duration fetchRetryDelay();

        /** Longest pause between attempts to fetch a block. */
        Duration maxExponentialBackoff();

        /** How long a block of a reorg's branch is asked for before the branch is looked for anew. */
        Duration reorgBlockLimit();
    }

    /** Where the blocks go. */
    interface Broker {
        /** {@code redis://} or {@code rediss://}. */
        String url();

        /** How long one attempt may take. */
        Duration operationTimeout();

        /** Pause after the first failed attempt; doubles with each further one. */
        Duration firstBackoff();

        /** Longest pause between attempts. */
        Duration maxBackoff();
    }

    /** The lock by which one replica at a time works on the chain. */
    interface Lock {
        /** How long its holder may be silent before another replica takes over. */
        Duration idleLimit();
    }
}

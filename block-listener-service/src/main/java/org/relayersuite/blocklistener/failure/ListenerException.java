package org.relayersuite.blocklistener.failure;

/** The pass over the chain was broken off. Nothing is lost by that: the next pass starts where the ledger stands. */
public abstract sealed class ListenerException extends RuntimeException
        permits BlockFetchException,
                InconsistentBlockException,
                ChainHeightException,
                BlockStoreException,
                ChainLockLostException,
                PublicationException,
                PayloadException,
                InvariantViolationException,
                FinalizedBlockOrphanedException {
    ListenerException(String message, Throwable cause) {
        super(message, cause);
    }
}

package org.relayersuite.blocklistener.failure;

/**
 * How a failure counts. Both are tried again, because a chain that is given up is a chain whose blocks are missed; a
 * permanent one needs a person, and raises the alarm.
 *
 * @param permanent whether trying again cannot help by itself
 */
public record Verdict(ErrorKind kind, boolean permanent) {

    /** Has no default branch: a new kind of failure does not compile until somebody has decided about it. */
    public static Verdict of(ListenerException failure) {
        return switch (failure) {
            case BlockFetchException _ -> passing(ErrorKind.BLOCK_FETCH);
            case InconsistentBlockException _ -> passing(ErrorKind.BLOCK_COMPUTE);
            case ChainHeightException _ -> passing(ErrorKind.CHAIN_HEIGHT);
            case BlockStoreException _ -> passing(ErrorKind.DATABASE);
            case ChainLockLostException _ -> passing(ErrorKind.MESSAGE_PROCESSING);
            case PublicationException _ -> passing(ErrorKind.BROKER_PUBLISH);
            case PayloadException _ -> passing(ErrorKind.PAYLOAD_BUILD);
            case InvariantViolationException _ -> lasting(ErrorKind.INVARIANT_VIOLATION);
            case FinalizedBlockOrphanedException _ -> lasting(ErrorKind.INVARIANT_VIOLATION);
        };
    }

    private static Verdict passing(ErrorKind kind) {
        return new Verdict(kind, false);
    }

    private static Verdict lasting(ErrorKind kind) {
        return new Verdict(kind, true);
    }
}

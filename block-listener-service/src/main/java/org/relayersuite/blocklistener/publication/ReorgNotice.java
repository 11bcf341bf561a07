package org.relayersuite.blocklistener.publication;

import java.util.List;

/**
 * Tells consumers, before the first block of a new branch, which blocks leave the chain and which take their place
 * (spec/listener.md A5).
 *
 * @param chainId the chain
 * @param commonAncestor the highest block that both branches stand on
 * @param orphaned published blocks above it that leave the chain, ascending
 * @param adopted blocks above it that take their place, ascending; each of them is sent after the notice
 */
public record ReorgNotice(
        long chainId,
        BlockNumberAndHash commonAncestor,
        List<BlockNumberAndHash> orphaned,
        List<BlockNumberAndHash> adopted) {
    public ReorgNotice {
        orphaned = List.copyOf(orphaned);
        adopted = List.copyOf(adopted);
        if (adopted.isEmpty()) {
            throw new IllegalArgumentException("a reorg adopts at least one block");
        }
    }
}

package org.relayersuite.blocklistener;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a consumer believes the chain to be: it keeps blocks by hash, takes the latest LIVE block for the head, and
 * follows parent hashes down. Repetitions change nothing.
 */
final class ConsumerView {
    private ConsumerView() {}

    /** Hashes from the lowest block that was sent to the head. */
    static List<String> of(List<Listening.Entry> blocks) {
        Map<String, Listening.Entry> byHash = new HashMap<>();
        String head = null;
        for (Listening.Entry block : blocks) {
            byHash.put(block.hash(), block);
            if (block.flow().equals("LIVE")) {
                head = block.hash();
            }
        }
        Deque<String> chain = new ArrayDeque<>();
        for (Listening.Entry at = byHash.get(head); at != null; at = byHash.get(at.parent())) {
            chain.addFirst(at.hash());
        }
        return List.copyOf(chain);
    }
}

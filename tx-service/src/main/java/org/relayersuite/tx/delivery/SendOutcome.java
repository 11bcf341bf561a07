package org.relayersuite.tx.delivery;

import java.util.List;
import java.util.Locale;

/** What a node's answer to a raw transaction means. */
enum SendOutcome {
    /** The node has it: taken now, or known before. */
    ACCEPTED,
    /** The nonce is used up. By which transaction, the receipts of our attempts tell. */
    NONCE_USED,
    /** Anything else, a refusal included: it may or may not be on its way. */
    UNKNOWN;

    /** Nodes agree on the code (-32000 or -32003) but not on the text: told apart by it, each client's wording. */
    private static final List<String> KNOWN =
            List.of("already known", "already imported", "known transaction", "alreadyknown", "already in mempool");

    private static final List<String> USED = List.of("nonce too low", "nonce is too low", "noncetoolow");

    static SendOutcome of(String errorMessage) {
        String message = errorMessage.toLowerCase(Locale.ROOT);
        if (KNOWN.stream().anyMatch(message::contains)) {
            return ACCEPTED;
        }
        return USED.stream().anyMatch(message::contains) ? NONCE_USED : UNKNOWN;
    }
}
